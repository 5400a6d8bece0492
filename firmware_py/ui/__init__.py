"""Screens and keys of the box, without hardware: presses go in, pictures and view models come out.

    navigation   from steps and keys to an act
    screens      what every screen is made of: dialogs, questions, typing, effects
    match        a match on a screen: its parts return effects, the screen carries them out
    stack        the screen stack of the box and of each phone
    flows        home, new match, players, settings, owner data, phones, backup

Each package imports only those above it in this list. `runtime` passes events in, `page` reads view models and
carries out what phones do, `mqtt` reads the match. Everything here runs on the thread that owns the match; other
threads put events on its queue.
"""
