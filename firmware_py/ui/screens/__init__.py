"""What every screen is made of, whatever it shows.

`effects` are the values with which the parts of a match say what follows; a `Notice` among them is a text, and a
`Dialog` is how a screen shows it. `question` has screens that ask, `dialog_screen` and `typing` the others; all of
them fulfil `Screen`. A `ViewModel` is a screen as values, for the page. Screens know no match and no stack.
"""
