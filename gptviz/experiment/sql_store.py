"""The store of experiments in a database, beside that of their runs: they are there again after a restart.

When the database cannot be written, experiments go on in memory, `trouble` says so, and what is missing is written as
soon as it can be.
"""

from __future__ import annotations

import logging
import threading
import weakref
from collections import OrderedDict

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from gptviz.corpus.corpus import Corpus
from gptviz.experiment.codec import (
    TextKey,
    design_from_json,
    design_to_json,
    listed_from_json,
    progress_from_json,
    progress_to_json,
    text_key,
)
from gptviz.experiment.design import ExperimentError
from gptviz.experiment.experiment import Experiment, Listed
from gptviz.experiment.store import unknown_experiment
from gptviz.runs import rows, schema
from gptviz.runs.codec import corpus_to_bytes

MOST_HELD = 64  # experiments in memory

logger = logging.getLogger(__name__)


class SqlExperimentStore:
    """Keeps experiments in a database; every method may be called from any thread.

    Only experiments that somebody looks at are held in memory, and of equal texts one.

    Args:
        engine: Of a database that `schema.prepare` has prepared.

    Raises:
        sqlalchemy.exc.SQLAlchemyError: The database cannot be read.
    """

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine
        self._lock = threading.RLock()
        self._held: OrderedDict[str, Experiment] = OrderedDict()
        self._unsaved: dict[str, Experiment] = {}
        self._texts: weakref.WeakValueDictionary[TextKey, Corpus] = weakref.WeakValueDictionary()
        self.trouble: str | None = None
        table = schema.experiments.c
        query = sa.select(table.id, table.owner, table.design, table.status).order_by(table.created_s)
        with engine.connect() as connection:
            found = connection.execute(query).all()
        self._listed = {row.id: listed_from_json(row.id, row.owner, row.design) for row in found}
        self._running = {row.id for row in found if row.status == "running"}

    def save(self, experiment: Experiment) -> None:
        """Keep a new experiment with its texts, or replace its record."""
        with self._lock:
            self._listed.setdefault(experiment.id, Listed.of(experiment))
            (self._running.add if experiment.status == "running" else self._running.discard)(experiment.id)
            self._hold(experiment)
            self._unsaved[experiment.id] = experiment
            self.write_missing()

    def experiment(self, experiment_id: str) -> Experiment:
        """Return a record."""
        with self._lock:
            if experiment_id not in self._listed:
                raise unknown_experiment(experiment_id)
            if experiment_id not in self._held:
                self._hold(self._unsaved.get(experiment_id) or self._read(experiment_id))
            self._held.move_to_end(experiment_id)
            return self._held[experiment_id]

    def running(self) -> list[Experiment]:
        """Return the experiments that are at work, the newest first."""
        with self._lock:
            return [self.experiment(one) for one in reversed(self._listed) if one in self._running]

    def listed(self) -> list[Listed]:
        """Return what a list shows of all experiments, the newest first."""
        with self._lock:
            return list(reversed(self._listed.values()))

    def write_missing(self) -> None:
        """Write what the database has not taken so far, if it can be written now."""
        with self._lock:
            try:
                for experiment in list(self._unsaved.values()):
                    with self._engine.begin() as connection:
                        self._write(connection, experiment)
                    del self._unsaved[experiment.id]
            except SQLAlchemyError as error:
                if self.trouble is None:
                    logger.error("experiments cannot be written to the database; they go on in memory", exc_info=error)
                self.trouble = type(error).__name__
            else:
                self.trouble = None

    def _hold(self, experiment: Experiment) -> None:
        self._held[experiment.id] = experiment
        if len(self._held) > MOST_HELD:
            self._held.popitem(last=False)
        for corpus in experiment.design.corpora:
            self._texts.setdefault(text_key(corpus), corpus)

    def _read(self, experiment_id: str) -> Experiment:
        query = sa.select(schema.experiments).where(schema.experiments.c.id == experiment_id)
        try:
            with self._engine.connect() as connection:
                row = connection.execute(query).one()
                design = design_from_json(row.design, lambda key: self._text(connection, key))
        except (DBAPIError, schema.DatabaseRefused) as error:
            message = f"the database cannot be read: {type(error).__name__}"
            raise ExperimentError("database-away", message) from error
        progress = progress_from_json(row.progress)
        return Experiment(row.id, row.owner, design, row.created_s, row.status, **progress)

    def _text(self, connection: sa.Connection, key: TextKey) -> Corpus:
        corpus = self._texts.get(key) or rows.read_corpus(connection, key)
        if corpus is None:
            raise ExperimentError("text-lost", "a text of this experiment is not in the database any more")
        return self._texts.setdefault(key, corpus)

    def _write(self, connection: sa.Connection, experiment: Experiment) -> None:
        """Write an experiment and its texts; writing it once more does no harm."""
        table, texts = schema.experiments, schema.experiment_texts
        changing = {"status": experiment.status, "progress": progress_to_json(experiment)}
        this = table.c.id == experiment.id
        if connection.execute(table.update().where(this).values(**changing)).rowcount:
            return
        design = design_to_json(experiment.design)
        fixed = {"id": experiment.id, "created_s": experiment.created_s, "owner": experiment.owner, "design": design}
        connection.execute(table.insert().values(**fixed, **changing))
        for corpus in experiment.design.corpora:
            name, source, fingerprint = text_key(corpus)
            key = {"name": name, "source": source, "fingerprint": fingerprint}
            connection.execute(texts.insert().values(experiment_id=experiment.id, **key))
            same = [schema.corpora.c[column] == value for column, value in key.items()]
            if connection.scalar(sa.select(sa.func.count()).select_from(schema.corpora).where(*same)) == 0:
                connection.execute(schema.corpora.insert().values(data=corpus_to_bytes(corpus), **key))
