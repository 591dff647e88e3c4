"""The real MiniLM, fetched as a package; and what stands in when it cannot be had."""

from __future__ import annotations

import logging
from pathlib import Path

import numpy as np
import pytest

from reasoningbank.core.errors import UserError
from reasoningbank.embed import build_embedder, minilm
from reasoningbank.embed.config import EmbedderConfig
from reasoningbank.embed.hashed import HashedEmbedder
from reasoningbank.embed.local import open_local

TEXTS = [
    "Find the cheapest pair of running shoes",
    "Which running shoes cost the least?",
    "Cancel my last order",
    "How do I cancel the order that I placed?",
    "",
    "word " * 1000,
]


@pytest.fixture(scope="module")
def int8() -> minilm.MiniLM:
    try:
        return minilm.int8_onnx()
    except (ImportError, UserError) as error:
        pytest.skip(f"the packaged MiniLM cannot be had here: {error}")


def test_paraphrases_are_closer_than_unrelated_queries(int8: minilm.MiniLM) -> None:
    similarity = int8.embed(TEXTS[:4]) @ int8.embed(TEXTS[:4]).T
    assert min(similarity[0, 1], similarity[2, 3]) > 0.6
    assert similarity[:2, 2:].max() < 0.4


def test_vectors_are_unit_float32_rows(int8: minilm.MiniLM) -> None:
    vectors = int8.embed(TEXTS)
    assert vectors.shape == (len(TEXTS), int8.dimension)
    assert vectors.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
    assert int8.embed([]).shape == (0, int8.dimension)


def test_the_same_text_gives_the_same_bits_in_any_company(int8: minilm.MiniLM) -> None:
    together = int8.embed(TEXTS)
    alone = np.stack([minilm.int8_onnx().embed([text])[0] for text in TEXTS])
    assert together.tobytes() == alone.tobytes()


def test_the_numpy_pass_agrees_with_the_onnx_model(int8: minilm.MiniLM) -> None:
    try:
        fp32 = minilm.fp32_numpy()
    except UserError as error:
        pytest.skip(f"the fp32 weights cannot be had here: {error}")
    agreement = (fp32.embed(TEXTS) * int8.embed(TEXTS)).sum(axis=1)
    assert agreement.min() > 0.99
    assert fp32.identity != int8.identity


def test_embedding_works_without_a_network_once_it_is_cached(int8: minilm.MiniLM, packages: Path) -> None:
    assert open_local().identity == int8.identity


def test_a_bag_of_words_stands_in_and_says_so(
    cache: Path, packages: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        embedder = build_embedder(EmbedderConfig(provider="local"))
    assert embedder.identity == HashedEmbedder.identity
    assert "no int8 MiniLM" in caplog.text
    assert "no fp32 MiniLM" in caplog.text
    assert "bag of words" in caplog.text


def test_the_bag_of_words_is_deterministic_and_knows_words() -> None:
    vectors = HashedEmbedder().embed(["cancel the order", "Cancel the order!", "running shoes", ""])
    assert vectors[0].tobytes() == vectors[1].tobytes()
    assert vectors[0] @ vectors[2] == 0
    np.testing.assert_allclose(np.linalg.norm(vectors[:3], axis=1), 1, atol=1e-6)
