"""All screens of one match: that of the box, and those of phones on which somebody is entering something."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from firmware_py.ui.dialog import Dialog
    from firmware_py.ui.match_screen import MatchScreen
    from firmware_py.ui.match_view import MatchView


class MatchScreens:
    """The screens of a match, and the dialog that they share."""

    def __init__(self, box: MatchScreen) -> None:
        """Start with the screen of the box."""
        self.box = box
        self.all = [box]
        """The screen of the box comes first."""
        self.dialog: Dialog | None = None
        """What every screen shows that is not busy with a dialog of its own."""

    def add(self, screen: MatchScreen, *, is_seen: bool) -> None:
        """Add the screen of a phone; `is_seen`: the person has closed the shared dialog already."""
        screen.dialog = None if is_seen else self.dialog
        self.all.append(screen)

    def remove(self, screen: MatchScreen) -> None:
        """Remove the screen of a phone."""
        self.all.remove(screen)

    def share(self) -> None:
        """Show the dialog of the box on every screen that is not busy with one of its own."""
        dialog = self.box.dialog
        assert dialog is not None  # it was made just now
        before, self.dialog, dialog.is_own = self.dialog, dialog, False
        for other in self.all[1:]:
            if other.dialog is None or other.dialog is before:
                other.dialog = dialog

    def withdraw(self, dialog: Dialog) -> None:
        """Close a question on every screen, because somebody has said no to it."""
        if self.dialog is dialog:
            self.dialog = None
        for screen in self.all:
            if screen.dialog is dialog:
                screen.dialog = None

    def rest(self) -> MatchView:
        """Return what a phone shows on which nobody has entered anything: the next question, the shared dialog."""
        box = self.box
        return box.view._replace(
            navigator=box.turn.first,
            dialog=self.dialog,
            speakers=box.match.ask().seats,
            is_home=True,
            shows_table=False,
            displays=2,
            news=box.play.news,
        )
