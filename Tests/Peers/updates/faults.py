"""What is made to go wrong in an update, by name."""

from __future__ import annotations

from enum import StrEnum


class Fault(StrEnum):
    """One thing that goes wrong; each name ends the name of a capture."""

    NONE = "ok"
    NEVER_SENT = "never-sent"
    """The client leaves out one chunk."""
    LOST = "lost"
    """The device's program does not get one chunk that was sent."""
    REFUSED = "refused"
    """The device refuses with a code of its protocol."""
    BAD_CHECK = "bad-check"
    """The check over the image is not that of the image."""
    RESUMED = "resumed"
    """The device hangs up in the middle; the client connects again and goes on as the protocol has it."""
    WRONG_RESUME = "wrong-resume"
    """The same, but the client goes on at another place than the device wants."""
    ATT_ERROR = "att-error"
    """The device answers a write with an ATT error."""
    NO_ANSWER = "no-answer"
    """The device's program falls silent; the client waits, and gives up."""
    STALLED = "stalled"
    """The client stops in the middle, and hangs up much later."""
    TOO_LONG = "too-long"
    """The client's chunks do not fit the ATT MTU; the device drops them."""


class FaultPlan:
    """The fault of one session, and the place in the image where it strikes."""

    def __init__(self, fault: Fault, at: int) -> None:
        self.fault = fault
        self.at = at
        self.has_struck = False

    def strikes(self, fault: Fault, offset: int | None = None) -> bool:
        """True the first time that the session's fault is asked about, at its place or behind it."""
        if self.fault is not fault or self.has_struck or (offset is not None and offset < self.at):
            return False
        self.has_struck = True
        return True

    def is_on(self, *faults: Fault) -> bool:
        """True for a fault that lasts for the whole session."""
        return self.fault in faults
