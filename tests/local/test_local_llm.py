"""The real 1.5B model, in process. Runs where its weights are cached, or with RB_TEST_LOCAL_MODEL=1."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from reasoningbank.agents.parsing import parse_reply
from reasoningbank.core.errors import ModelRefusal, UserError
from reasoningbank.core.types import Label, Message, Purpose
from reasoningbank.judge.parsing import parse_verdict
from reasoningbank.llm import weights
from reasoningbank.llm.local import LocalConfig, LocalLLM
from reasoningbank.memory.items import parse_items

ACT: list[Message] = [
    {
        "role": "system",
        "content": "You are a web agent. Reply with a line THOUGHT: … and a line ACTION: … with one of\n"
        "- click(bid: str)\n- fill(bid: str, value: str)",
    },
    {
        "role": "user",
        "content": "# Task\nClick the Cancel button.\n<page>\nRootWebArea 'Order'\n\t[12] button 'Cancel'\n"
        "\t[31] button 'Pay now'\n\t[32] textbox 'Name'\n</page>",
    },
]
JUDGE: list[Message] = [
    {"role": "system", "content": "You judge whether a web agent did its task. Give Thoughts and Status."},
    {"role": "user", "content": "Task: click Cancel. The agent clicked Pay now and was charged."},
]
EXTRACT: list[Message] = [
    {"role": "system", "content": "Write one or two lessons as memory items with title and content."},
    {"role": "user", "content": "Task: click Cancel. The agent clicked Cancel at once. It succeeded."},
]


def test_a_missing_file_is_told_with_the_key_that_names_it() -> None:
    llm = LocalLLM(LocalConfig(model_path="/nowhere/model.gguf"), seed=0)
    with pytest.raises(UserError, match="no weights here"):
        llm.check()


def test_every_output_says_that_it_is_the_embedded_model_and_how_it_decodes() -> None:
    assert LocalLLM(LocalConfig(), seed=0).label == (
        "embedded model Qwen2.5-Coder-1.5B-Instruct Q4_K_M (constrained decoding)"
    )
    assert "free decoding" in LocalLLM(LocalConfig(constrained=False), seed=0).label


@pytest.fixture(scope="module")
def llm() -> LocalLLM:
    pytest.importorskip("xllamacpp")
    asked = os.environ.get("RB_TEST_LOCAL_MODEL") == "1"
    if not asked and weights.cached(weights.KNOWN["1.5b"]) is None:
        pytest.skip("the weights (1.1 GB) are not cached; RB_TEST_LOCAL_MODEL=1 fetches them")
    return LocalLLM(LocalConfig(context=2048), seed=0)


@pytest.mark.model
@pytest.mark.timeout(1800)
class TestRealModel:
    def test_an_action_is_one_that_the_page_offers(self, llm: LocalLLM) -> None:
        reply = llm.complete(ACT, purpose=Purpose.ACT)
        assert reply.finish_reason == "stop"
        assert parse_reply(reply.text).action == "click('12')"
        assert parse_reply(reply.text).thought

    def test_a_verdict_can_always_be_read(self, llm: LocalLLM) -> None:
        label, rationale = parse_verdict(llm.complete(JUDGE, purpose=Purpose.JUDGE).text)
        assert label is not Label.UNREADABLE
        assert rationale

    def test_memory_items_are_well_formed(self, llm: LocalLLM) -> None:
        parsed = parse_items(llm.complete(EXTRACT, purpose=Purpose.EXTRACT).text, 3)
        assert parsed.items
        assert parsed.malformed == 0

    def test_the_same_request_gives_the_same_reply_also_when_it_is_sampled(self, llm: LocalLLM) -> None:
        replies = [llm.complete(ACT, purpose=Purpose.ACT, sample=s, temperature=1.5).text for s in (0, 0)]
        assert replies[0] == replies[1]

    def test_the_prompt_is_not_read_twice(self, llm: LocalLLM) -> None:
        llm.complete(ACT, purpose=Purpose.ACT)
        usage = llm.complete(ACT, purpose=Purpose.ACT).usage
        assert usage.cached_tokens > 0.9 * usage.input_tokens
        assert usage.output_tokens > 0

    def test_a_reply_that_was_cut_says_so(self, llm: LocalLLM) -> None:
        assert llm.complete(ACT, purpose=Purpose.ACT, max_tokens=5).finish_reason == "length"

    def test_a_prompt_beyond_the_context_is_this_requests_own_failure(self, llm: LocalLLM) -> None:
        long: list[Message] = [{"role": "user", "content": "word " * 4000}]
        with pytest.raises(ModelRefusal, match="context"):
            llm.complete(long, purpose=Purpose.SELECT)

    def test_threads_wait_for_one_another(self, llm: LocalLLM) -> None:
        with ThreadPoolExecutor(3) as pool:
            replies = list(
                pool.map(lambda i: llm.complete(ACT, purpose=Purpose.ACT, sample=i).text, range(3))
            )
        assert len(set(replies)) == 1  # temperature 0: the seed is of no account

    def test_free_decoding_uses_no_grammar(self, llm: LocalLLM) -> None:
        free = LocalLLM(LocalConfig(context=2048, constrained=False), seed=0)
        poem: list[Message] = [{"role": "user", "content": "Say only the word: banana"}]
        assert "banana" in free.complete(poem, purpose=Purpose.JUDGE).text.lower()

    def test_a_file_that_is_no_model_is_a_user_error(self, llm: LocalLLM, tmp_path: Path) -> None:
        broken = tmp_path / "broken.gguf"
        broken.write_bytes(b"GGUF" + bytes(1000))
        with pytest.raises(UserError, match="could not be loaded"):
            LocalLLM(LocalConfig(model_path=str(broken)), seed=0).complete(ACT, purpose=Purpose.ACT)
