"""What Inside shows."""
