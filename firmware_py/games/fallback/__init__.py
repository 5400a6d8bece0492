"""What is shown of any game that has no folder of its own."""
