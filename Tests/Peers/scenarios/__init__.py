"""The scenarios: each is one capture in Tests/Fixtures/captures."""

from __future__ import annotations

from .registry import SCENARIOS, Scenario

__all__ = ["SCENARIOS", "Scenario"]
