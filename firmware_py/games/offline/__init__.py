"""What Offline shows."""
