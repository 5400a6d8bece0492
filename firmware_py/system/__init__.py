"""The machine: switching off, the service user, setting up a Raspberry Pi, updating."""
