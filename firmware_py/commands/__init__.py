"""The commands of `sideline`, one per module, each with `main(arguments, translations) -> exit status`."""
