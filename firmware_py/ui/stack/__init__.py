"""The screen stack of the box, and those of phones.

`ScreenStack` holds the screens and what all of them use; the top one gets the presses. `PhoneStack` is beside it:
what one person has half entered is their own. `Services` is what the program offers to screens, `Flows` is where a
stack leads to by itself. `PhoneAction` and `UiTask` are what other threads put on the event queue.
"""
