"""Flows over several screens: first start and home, new match, settings, owner data, phones and others.

A flow is a function (or a small class) that gets the `ScreenStack`, pushes a screen and says what each answer
leads to. It holds no match; what lasts is in storage and in the configuration.

Callers: `runtime` begins with `home.start`; flows call each other, and the menu of a match opens some of them.
"""
