"""Fixed randomness: pairing nonces, keys and timing jitter are the same in every run."""

from __future__ import annotations

import random
import secrets

from bumble.crypto.cryptography import EccKey


def fix(seed: str) -> None:
    """Replaces every source of randomness the stack draws from by generators seeded with `seed`."""
    random.seed(seed)
    source = random.Random(seed + "/secrets")

    def token_bytes(nbytes: int | None = None) -> bytes:
        return source.randbytes(32 if nbytes is None else nbytes)

    def randbelow(exclusive_upper_bound: int) -> int:
        return source.randrange(exclusive_upper_bound)

    def generate() -> EccKey:
        return EccKey.from_private_key_bytes(b"\x01" + source.randbytes(31))

    secrets.token_bytes = token_bytes
    secrets.randbelow = randbelow
    EccKey.generate = generate  # type: ignore[method-assign]
