"""The commands of `sideline`, one per module, each with `main(given, translations) -> exit status`."""
