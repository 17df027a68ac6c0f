"""The classroom on a real manager: what only the teacher may do, and what pause all and resume all touch."""

import threading
from concurrent.futures import Future
from dataclasses import replace

import pytest

from gptviz.classroom import registry
from gptviz.classroom.classroom import Classroom
from gptviz.classroom.key import ClassroomError, Lock
from gptviz.classroom.nicknames import nickname
from gptviz.classroom.stage import LONGEST_VALUE, Stage
from gptviz.config import ModelConfig, TrainConfig
from gptviz.corpus.corpus import Corpus
from gptviz.runs.limits import ALONE, CLASSROOM, LimitError, LimitsRefused
from gptviz.runs.manager import RunManager
from gptviz.runs.memory_store import MemoryStore
from gptviz.runs.places import Waiting
from gptviz.runs.run import RunError

CORPUS = Corpus.from_text("repeat", "generated", "the cat sat on the mat. " * 40)
MODEL = ModelConfig(len(CORPUS.vocabulary), context_size=8, embedding_size=8, heads=2, blocks=1)
TRAIN = TrainConfig(engine="numpy", epochs=1)
TEACHER, STUDENT = "teacher", "student"


class IdleExecutor:
    """Takes slices and never brings any back: statuses change by what people do only."""

    workers, lost_worker_errors = 2, ()

    def submit(self, function, task):
        return Future()

    def warm_up(self):
        pass

    def shutdown(self):
        pass


@pytest.fixture
def manager():
    manager = RunManager(IdleExecutor(), MemoryStore(), limits=replace(CLASSROOM, runs_in_all=3))
    yield manager
    manager.shutdown()


@pytest.fixture
def room(manager):
    room = Classroom(manager, Lock("the key"), ALONE)
    room.enter(TEACHER, "the key", "here")
    return room


def start(manager, owner=STUDENT):
    return manager.start(owner, MODEL, TRAIN, CORPUS)


def state(manager, run_id):
    run = manager.store.run(run_id)
    return run.status, run.pause_reason


CONTROLS = {
    "overview": lambda room, who, run: room.overview(who),
    "pause_all": lambda room, who, run: room.pause_all(who),
    "resume_all": lambda room, who, run: room.resume_all(who),
    "pause": lambda room, who, run: room.pause(who, run),
    "resume": lambda room, who, run: room.resume(who, run),
    "stop": lambda room, who, run: room.stop(who, run),
    "limits": lambda room, who, run: room.set_students_limits(who, runs_at_once=9, parameters=9),
    "present": lambda room, who, run: room.present(who, "train", {"run": run}),
    "leave_stage": lambda room, who, run: room.leave_stage(who),
}


@pytest.mark.parametrize("control", CONTROLS)
def test_nobody_but_the_teacher_can(room, manager, control):
    run_id = start(manager)
    room.present(TEACHER, "heads", {})
    before = manager.store.run(run_id), room.students_limits, room.stage.scene, room.paused
    for who in (STUDENT, "", "another", TEACHER + " "):
        with pytest.raises(ClassroomError) as caught:
            CONTROLS[control](room, who, run_id)
        assert caught.value.code == "not-teacher"
    assert (manager.store.run(run_id), room.students_limits, room.stage.scene, room.paused) == before
    CONTROLS[control](room, TEACHER, run_id)


def test_every_method_that_does_something_is_among_those_controls():
    public = {name for name in vars(Classroom) if not name.startswith("_")}
    assert public - {"enter", "is_teacher", "paused", "students_limits"} == (set(CONTROLS) - {"limits"}) | {
        "set_students_limits"
    }


def test_a_teacher_has_no_way_around_the_manager_either(room, manager):
    run_id = start(manager)
    for call in (manager.pause, manager.resume, manager.step, manager.stop):
        with pytest.raises(RunError):
            call(TEACHER, run_id)  # only through the classroom, which knows who is a teacher


def test_a_student_cannot_control_the_teachers_run(room, manager):
    run_id = start(manager, TEACHER)
    for call in (manager.pause, manager.resume, manager.step, manager.stop):
        with pytest.raises(RunError) as caught:
            call(STUDENT, run_id)
        assert caught.value.code == "not-owner"


def test_pause_all_pauses_students_and_resume_all_resumes_only_what_it_paused(room, manager):
    teachers, mine, asked, alone = (
        start(manager, TEACHER),
        start(manager, "a"),
        start(manager, "b"),
        start(manager, "c"),
    )
    manager.pause("b", asked)
    room.pause(TEACHER, alone)
    assert room.pause_all(TEACHER) == 1
    assert [state(manager, run)[1] for run in (teachers, mine, asked, alone)] == [None, "class", "asked", "teacher"]
    assert room.paused
    assert room.resume_all(TEACHER) == 1
    assert [state(manager, run)[0] for run in (mine, asked, alone)] == ["queued", "paused", "paused"]
    room.resume(TEACHER, alone)
    assert state(manager, alone) == ("queued", None)


def test_what_a_student_paused_again_is_theirs(room, manager):
    run_id = start(manager)
    room.pause_all(TEACHER)
    manager.resume(STUDENT, run_id)
    manager.pause(STUDENT, run_id)
    assert room.resume_all(TEACHER) == 0
    assert state(manager, run_id) == ("paused", "asked")


def test_while_all_are_paused_nothing_of_students_begins_or_goes_on(room, manager):
    run_id = start(manager)
    room.pause_all(TEACHER)
    manager.resume(STUDENT, run_id)
    new, teachers = start(manager, "new"), start(manager, TEACHER)
    assert manager.waiting(run_id) == manager.waiting(new) == Waiting("held", 0)
    assert manager.waiting(teachers) is None
    room.enter("second teacher", "the key", "here")
    assert manager.waiting(start(manager, "second teacher")) is None
    manager.stop(TEACHER, teachers)
    room.resume_all(TEACHER)
    assert manager.waiting(run_id) is None
    assert manager.waiting(new) is None


def test_after_the_pause_those_that_trained_train_again_before_those_that_waited(room, manager):
    runs = [start(manager, owner) for owner in "abcde"]
    waiting = [manager.waiting(run) for run in runs]
    room.pause_all(TEACHER)
    room.resume_all(TEACHER)
    assert [manager.waiting(run) for run in runs] == waiting == [None, None, None, Waiting("all", 0), Waiting("all", 1)]


def test_limits_for_students_change_while_it_runs_and_the_teacher_keeps_their_own(room, manager):
    first, second = start(manager), start(manager)
    room.set_students_limits(TEACHER, runs_at_once=1, parameters=100)
    with pytest.raises(LimitError):
        start(manager)
    start(manager, TEACHER)
    room.set_students_limits(TEACHER, runs_at_once=1, parameters=10_000)
    third = start(manager)
    assert manager.waiting(third) == Waiting("person", 0)
    manager.stop(STUDENT, first)
    assert manager.waiting(third) == Waiting("person", 0)
    manager.stop(STUDENT, second)
    assert manager.waiting(third) is None
    with pytest.raises(LimitsRefused):
        room.set_students_limits(TEACHER, runs_at_once=0, parameters=1)


def test_the_teachers_run_does_not_wait_for_students(room, manager):
    for owner in "abc":
        start(manager, owner)
    assert manager.waiting(start(manager, "d")) == Waiting("all", 0)
    assert manager.waiting(start(manager, TEACHER)) is None


def test_the_overview_has_what_trains_first_and_keeps_nothing_awake(room, manager):
    runs = [start(manager, owner) for owner in "abc"]
    manager.stop("c", runs[2])
    assert [seat.run.id for seat in room.overview(TEACHER)] == [runs[1], runs[0], runs[2]]
    manager.store.save(replace(manager.store.run(runs[0]), deleted_s=1.0))
    assert [seat.run.id for seat in room.overview(TEACHER)] == [runs[1], runs[2]]
    assert room.overview(TEACHER)[0].test_losses_nats == ()


def test_a_wrong_key_makes_nobody_a_teacher(room):
    with pytest.raises(ClassroomError):
        room.enter(STUDENT, "a key", "there")
    assert not room.is_teacher(STUDENT)


def test_a_stage_has_a_version_that_rises_with_every_change_only():
    stage = Stage()
    assert (stage.scene.version, stage.scene.page) == (0, None)
    stage.show("attention", {"run": "x", "head": "1"})
    stage.show("attention", {"head": "1", "run": "x"})
    assert (stage.scene.version, stage.scene.page, dict(stage.scene.choices)) == (
        1,
        "attention",
        {"run": "x", "head": "1"},
    )
    stage.show("attention", {"run": "x", "text": "a" * (LONGEST_VALUE + 1)})
    assert (stage.scene.version, dict(stage.scene.choices)) == (2, {"run": "x"})
    stage.clear()
    stage.clear()
    assert (stage.scene.version, stage.scene.page) == (3, None)


def test_a_stage_is_whole_for_every_reader():
    stage, faults, done = Stage(), [], threading.Event()

    def read():
        seen = 0
        while not done.is_set():
            scene = stage.scene
            if scene.version < seen or (scene.page and scene.choices != {"head": scene.page}):
                faults.append(scene)
            seen = scene.version

    readers = [threading.Thread(target=read) for _ in range(3)]
    for reader in readers:
        reader.start()
    for number in range(3000):
        stage.show(str(number), {"head": str(number)})
    done.set()
    for reader in readers:
        reader.join()
    assert faults == []
    assert stage.scene.version == 3000


def test_nicknames_are_stable_and_tell_apart():
    names = {nickname(f"owner {number}") for number in range(30)}
    assert len(names) >= 28
    assert nickname("owner 1") == nickname("owner 1")
    assert all(0 <= name.colour < 8 and 0 <= name.animal < 16 and 1 <= name.number <= 99 for name in names)


def test_there_is_a_classroom_only_where_it_is_set_and_its_key_is_printed_once(monkeypatch, manager, capsys):
    monkeypatch.setattr(registry, "_classroom", None)
    monkeypatch.setattr(registry, "get_manager", lambda: manager)
    monkeypatch.delenv("GPTVIZ_CLASSROOM", raising=False)
    monkeypatch.delenv("GPTVIZ_TEACHER_KEY", raising=False)
    assert registry.get_classroom() is None
    monkeypatch.setenv("GPTVIZ_CLASSROOM", "1")
    room = registry.get_classroom()
    assert room is registry.get_classroom()
    (line,) = capsys.readouterr().out.splitlines()
    room.enter("me", line.split()[-1], "here")
    assert room.is_teacher("me")
    monkeypatch.setattr(registry, "_classroom", None)
    monkeypatch.setenv("GPTVIZ_TEACHER_KEY", "not to be printed")
    registry.get_classroom()
    assert capsys.readouterr().out == ""
