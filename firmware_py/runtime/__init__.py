"""The running program: event loop, worker threads, watchdog, hardware, and the frontends that show it.

`EventLoop` is one queue and timers. `Program` takes one event at a time, passes it to the screen stack and shows
the pictures; its thread owns the match. `Sources` gives every device a bounded place in the queue. `Worker` is
the thread that waits for the disk, `Thinker` a process that computes moves, `Looker` one that
reads pictures. `open_hardware` opens what is
connected; `open_frontend` chooses hardware, browser or terminal. `Watchdog` tells systemd that loop and disk
still answer.

Callers: `commands`: `run` starts it, `doctor` and others open the hardware. Nothing below imports it.

From a key to the changed picture:

1. The kernel reports an edge of a pin; `drivers.keys` puts an `Edge` with its time on the queue.
2. `EventLoop.take` wakes the main thread; `Program` asks the panel which presses the edge completes.
3. `ScreenStack.press` gives the `Press` to the screen on top.
4. In a match `input.press` moves the navigator, and returns effects: `Play` once an act is whole.
5. `MatchScreen` carries them out; `LiveMatch.play` has `Match.play` judge the act, once.
6. Accepted, it goes to the disk twice, by the worker, before the match changes: `MatchSession.keep`.
7. `LiveMatch` reports the `Outcome` to the screens of the match; each begins its next question.
8. The stack does what a screen has asked for (leave, a name), and shows what had to wait (a roll, the time).
9. The panel draws both pictures from a `MatchView` and sends the rows that differ.
10. `Program` plays the sounds, sets the timers, and publishes a snapshot for phones and broker.
"""
