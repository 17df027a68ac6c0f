"""What a run is to everyone who looks at it: a frozen record, and what pages read beside it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from gptviz.config import ModelConfig, TrainConfig
from gptviz.errors import LearnerError
from gptviz.runs.curves import Curves
from gptviz.training.events import Diverged, Finished, Sample, Snapshot

Status = Literal["queued", "running", "paused", "finished", "diverged", "stopped", "failed"]
PauseReason = Literal["asked", "idle", "restart", "cluster", "teacher", "class"]
ACTIVE = ("queued", "running")
ENDED = ("finished", "diverged", "stopped", "failed")


class RunError(LearnerError):
    """A run cannot be found, or what is asked of it is not possible or not allowed."""


class ClusterLost(RunError):
    """The scheduler of the cluster cannot be reached: runs pause with what they have, and can be resumed."""


class DatabaseAway(RunError):
    """What is kept of a run cannot be read at the moment: it pauses where it stood, and can be resumed."""


@dataclass(frozen=True)
class Origin:
    """Where a run comes from that was not trained here from its first step.

    Args:
        kind: "fork": of a snapshot of another run; "file": imported; "showcase": packaged with gptviz.
        run_id: Of the run that it was taken from; as the file says, for an imported one.
        step: At which it was taken.
    """

    kind: Literal["fork", "file", "showcase"]
    run_id: str
    step: int


@dataclass(frozen=True)
class Run:
    """One training of one model, as it stands.

    Args:
        id: Random hexadecimal digits: safe in a URL, in Markdown, and in Streamlit's keys, which must not hold "__".
        owner: Who may control the run: a hash of a secret in the browser. Everyone may look.
        name: Given by the learner; may be empty.
        model: The model.
        train: Its training.
        corpus_name: Of the text, as `Corpus.name`.
        corpus_source: Where the text is from, as `Corpus.source`.
        corpus_fingerprint: Tells texts apart, as `Corpus.fingerprint`.
        total_steps: At which training is complete.
        created_s: Unix time at which it was started.
        status: "queued" until the first slice is back, then "running"; "paused" can be resumed; the others are ends.
        pause_reason: "asked" by its owner; "idle": nobody looked at it for a while; "restart": of
            the server; "cluster": `failure` tells; "teacher": this one by the teacher; "class": everyone's.
        step: Steps done.
        training_s: Seconds that workers have spent on it.
        result: What the end of training told.
        failure: Why it failed, or why the cluster no longer trains it.
        note: What the learner wrote about it; may be empty.
        pinned: Its snapshots are never thinned out to save room.
        origin: Where its first parameters come from; None: it was trained here from the start.
        deleted_s: Unix time at which its owner threw it away; None: it is there. Soon after it is gone for good.
    """

    id: str
    owner: str
    name: str
    model: ModelConfig
    train: TrainConfig
    corpus_name: str
    corpus_source: str
    corpus_fingerprint: str
    total_steps: int
    created_s: float
    status: Status = "queued"
    pause_reason: PauseReason | None = None
    step: int = 0
    training_s: float = 0.0
    result: Finished | Diverged | None = None
    failure: LearnerError | None = None
    note: str = ""
    pinned: bool = False
    origin: Origin | None = None
    deleted_s: float | None = None

    @property
    def active(self) -> bool:
        """Whether it trains, or would if it were its turn."""
        return self.status in ACTIVE

    @property
    def ended(self) -> bool:
        """Whether it can never train again."""
        return self.status in ENDED

    @property
    def remaining_s(self) -> float | None:
        """Seconds of training left at the speed so far; None before the first step."""
        return self.training_s / self.step * (self.total_steps - self.step) if self.step else None


@dataclass(frozen=True)
class RunView:
    """What a page shows of a run, read at one time.

    Args:
        run: The record.
        curves: Steps after the one asked for, and all evaluations.
        samples: All texts the model wrote, in order.
        snapshot_steps: At which parameters are kept, rising.
        snapshots_thinned: Some snapshots were given up to save memory.
        latest: The newest parameters and their step; None until the first slice is back.
    """

    run: Run
    curves: Curves
    samples: tuple[Sample, ...]
    snapshot_steps: tuple[int, ...]
    snapshots_thinned: bool
    latest: Snapshot | None
