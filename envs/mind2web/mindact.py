"""MindAct's protocol: the candidates compete in questions of five, until one is left or none."""

from __future__ import annotations

from dataclasses import dataclass

from envs.mind2web.actions import Action, Choice, parse_choice
from envs.mind2web.agent import TOO_LONG, UNREAD, Ask, Prediction, StepPredictor
from envs.mind2web.environment import GROUP, Mind2WebEnvironment, StepView
from envs.mind2web.pages import Element, PrunedPage
from envs.mind2web.wording import render
from reasoningbank.core.text import head
from reasoningbank.core.types import Message

HISTORY = 5  # past actions that a question shows


@dataclass(frozen=True)
class _Winner:
    """The latest choice that was no abstention."""

    element: Element
    choice: Choice
    page: str
    reply: str


@dataclass(frozen=True)
class MindActPredictor(StepPredictor):
    """A candidate that is chosen goes to the end of the queue; the last choice made is the prediction."""

    def predict(self, ask: Ask, view: StepView, environment: Mind2WebEnvironment) -> Prediction:
        queue = list(view.candidates)
        winner: _Winner | None = None
        page = ""
        ready = self._first_round(queue, environment)
        while len(queue) > 1:
            group, queue = tuple(queue[:GROUP]), queue[GROUP:]
            offered = ready.pop(group, None) or environment.offer([group])[0]
            page = offered.text
            reply = ask.reply(render("system_mindact"), self._question(ask.task.query, view, offered))
            if reply is None:
                return Prediction(page, error=TOO_LONG, skipped=True)
            choice = parse_choice(reply)
            if choice.index is not None and choice.index < len(offered.elements):
                element = offered.elements[choice.index]
                queue.append(element.id)
                winner = _Winner(element, choice, page, reply)
        # a lone candidate that was never asked about is no prediction, as published
        return self._prediction(winner if queue else None, page)

    def _first_round(
        self, queue: list[str], environment: Mind2WebEnvironment
    ) -> dict[tuple[str, ...], PrunedPage]:
        groups = [tuple(queue[i : i + GROUP]) for i in range(0, len(queue), GROUP)]
        # what is left over joins the winners, so that only whole groups are sure to be asked
        whole = [group for group in groups if len(group) == GROUP]
        return dict(zip(whole, environment.offer(whole), strict=True))

    def _question(self, query: str, view: StepView, offered: PrunedPage) -> list[Message]:
        asked = render(
            "choice",
            page=head(offered.text, self.settings.max_page_chars),
            task=query,
            past=[past.told for past in view.past][-HISTORY:],
            choices=[element.words for element in offered.elements],
        )
        return [{"role": "user", "content": asked}]

    def _prediction(self, winner: _Winner | None, page: str) -> Prediction:
        if winner is None:
            return Prediction(page, "", "", "(none of the candidates)", UNREAD)
        value = None if winner.choice.op == "CLICK" else winner.choice.value
        action = str(Action(winner.choice.op, winner.element.id, value))
        # a reader of the trajectory has the numbered page before him
        told = str(Action(winner.choice.op, str(winner.choice.index), value))
        thought = " ".join(winner.reply.split("Answer:", 1)[0].split()).removeprefix("Reasoning:").strip()
        return Prediction(winner.page, thought, action, f"{told} ({winner.element.words})")
