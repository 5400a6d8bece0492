"""Online: words that are no act."""

import pytest

from engine.acts import read_act
from engine.verdicts import Impossible, say
from tests.engine import games
from tests.engine.online.tables import played

NO_ACTS = """
1 dance; 0 draw; 3 draw; draw; 1 time; 1 draw now; 1 exchange; 1 exchange 8; 1 exchange 0; 1 exchange 2 virus
1 exchange 2 virus worm; 1 lay; 1 lay virus; 1 lay on-line now; 1 download on-line; 1 download; 1 block virus
1 block antivirus 2; 1 block virus 3; 1 capture; 1 capture 3.line discard; 1 capture discard bin
1 capture 2.line; 1 search; 1 search virus; 1 search worm discard; 1 search virus hand; 1 secure virus; 1 discard
1 discard worm; 1 stop now; 2 holds; 2 holds 9; 2 holds x; time now; quit; 3 quit; 1 quit now; fix; fix hand 1
fix hand 1 9; fix hand 3 1; fix bank x; fix bank 9999; fix owed 1 10; fix turn; fix turn 3; fix discard worm
fix 3.line -; fix 1.line worm; fix 1.line - -; fix 1.memory on-line; fix 1.e-mail; fix 1.e-mail x; fix 1.e-mail 1 2
fix 1.hand 3; 1 fix turn 2; fix nothing
"""


@pytest.mark.parametrize(
    "sentence", [words.strip() for words in NO_ACTS.replace("\n", ";").split(";") if words.strip()]
)
def test_what_is_no_act_is_refused_by_no_rule(sentence):
    match = played("1 draw")
    refusal = games.refused(match, sentence)
    assert refusal.rule is None
    with pytest.raises(Impossible):
        match.rules.play(match.state, read_act(sentence))


def test_to_undo_asks_where_cards_were_drawn():
    assert played("1 draw").undo_asks() == say("match.undo-revealed")
    assert played("fix 1.line on-line").undo_asks() is None
