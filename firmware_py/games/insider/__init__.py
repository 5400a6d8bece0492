"""What Insider shows."""
