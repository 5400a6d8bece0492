"""What `sideline doctor` checks: the parts of the box, and the readers beside it; each check is a `Finding`."""
