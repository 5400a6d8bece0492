"""The running program: event loop, worker threads, watchdog, hardware, and the frontends that show it."""
