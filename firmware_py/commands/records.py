"""Commands that read records: one or several, each judged by itself."""

from __future__ import annotations

import sys
from collections.abc import Callable

from firmware_py.commands.options import Arguments
from firmware_py.commands.output import report_error
from firmware_py.errors import UserError
from firmware_py.i18n.translations import Translations

NOT_A_RECORD = 2


def for_each_record(
    given: Arguments, translations: Translations, judge: Callable[[str, dict[str, str]], int]
) -> int:
    """Call `judge` with each record and the labels of its JSON; return the highest of their exit statuses.

    With several records each is named, and one that cannot be read does not keep the others from being judged.
    """
    is_alone, worst = len(given.arguments) == 1, 0
    for source in given.arguments:
        labels = {} if is_alone else {"record": source}
        if not is_alone and "json" not in given:
            sys.stdout.write(f"{source}:\n")
        try:
            worst = max(worst, judge(source, labels))
        except UserError as error:
            if is_alone:
                raise
            sys.stdout.flush()
            report_error(error, translations)
            worst = NOT_A_RECORD
        if worst and "stop" in given:
            break
    return worst
