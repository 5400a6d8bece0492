"""A thinker for tests that thinks when it is told to: the real advisor, without a process and without a clock."""

from engine import GAMES
from firmware_py.ui.thinker import Examination, Progress, Question, Thought

NODES = 300


class TestThinker:
    """Keeps the last question; `answer` answers it."""

    __test__ = False

    def __init__(self):
        self.questions: list[Question] = []
        self.examined: list[Examination] = []
        self._take = self._take_progress = None
        self._advisor = {}

    def think(self, question, take):
        self.questions.append(question)
        self._take = take

    def examine(self, asked, take):
        self.examined.append(asked)
        self._take_progress = take

    def stop(self):
        pass

    def thought(self, question=None):
        asked = question or self.questions[-1]
        advisor = self._advisor.setdefault(asked.game, GAMES[asked.game].advisor(nodes=NODES))
        thinking = advisor.think(asked.state, asked.level, asked.seed)
        thinking.work(5 * NODES)
        return Thought(asked.state, thinking.best, thinking.is_proven, thinking.reason())

    def answer(self, stack, thought=None):
        """Answer the last question, as the event loop would deliver it."""
        assert self.questions[-1].seconds is not None, "nobody waits for an answer"
        self._take(stack, thought or self.thought())

    def fail(self, stack):
        """Refuse every request to think."""
        self._take(stack, None)

    def progress(self, stack, count):
        """Report some more verdicts of an examination."""
        from engine.analysis import verdicts

        asked = self.examined[-1]
        advisor = GAMES[asked.game].advisor(nodes=NODES)
        found = []
        for verdict in verdicts(advisor, asked.states, left=asked.left, nodes=asked.nodes):
            found.append(verdict)
            if len(found) == count:
                break
        self._take_progress(stack, Progress(tuple(found), len(asked.states)))
