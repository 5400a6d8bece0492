"""What Online shows."""
