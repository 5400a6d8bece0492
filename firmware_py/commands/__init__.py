"""The commands of `sideline`, one a module, each with `main(arguments, words) -> exit status`."""
