"""Hardware drivers: keys, displays, buzzer, dice reader, terminal. They are independent of the games."""
