"""A thinker for tests that thinks when it is told to: the real advisor, without a process and without a clock."""

from engine import GAMES
from firmware_py.ui.match.thinker import Analysis, Answered, Progress, Question, Thought

NODES = 300


class TestThinker:
    """Keeps the last question; `answer` answers it."""

    __test__ = False

    def __init__(self):
        self.questions: list[Question] = []
        self.analysed: list[Analysis] = []
        self._advisor = {}

    def think(self, question):
        self.questions.append(question)

    def analyse(self, asked):
        self.analysed.append(asked)

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
        stack.take_answer(Answered(self.questions[-1], thought or self.thought()))

    def fail(self, stack):
        """Refuse every request to think."""
        stack.take_answer(Answered(self.questions[-1], None))

    def progress(self, stack, count):
        """Report some more verdicts of an analysis."""
        from engine.analysis import verdicts

        asked = self.analysed[-1]
        advisor = GAMES[asked.game].advisor(nodes=NODES)
        found = []
        for verdict in verdicts(advisor, asked.states, left=asked.left, nodes=asked.nodes):
            found.append(verdict)
            if len(found) == count:
                break
        stack.take_answer(Answered(asked, Progress(tuple(found), len(asked.states))))
