"""The operating system: power off, service user, setup of a Raspberry Pi, updates."""
