from gptviz.ui.rhythm import CALM_S, FEW, LOOKS_FOR_S, MANY, QUICK_S, SLOW_S, Rhythm


class Clock:
    now_s = 0.0

    def __call__(self):
        return self.now_s


def crowd_looks(rhythm, count, owner=False):
    return [rhythm.every_s(f"viewer-{number}", owner=owner) for number in range(count)][-1]


def test_few_are_served_often_a_class_less_often_and_a_crowd_rarely():
    assert crowd_looks(Rhythm(), FEW) == QUICK_S
    assert crowd_looks(Rhythm(), FEW + 1) == CALM_S
    assert crowd_looks(Rhythm(), MANY + 1) == SLOW_S


def test_an_owner_among_many_viewers_keeps_the_quick_rhythm_but_not_among_many_owners():
    rhythm = Rhythm()
    crowd_looks(rhythm, 3 * FEW)
    assert rhythm.every_s("owner", owner=True) == QUICK_S
    assert crowd_looks(Rhythm(), FEW + 1, owner=True) == CALM_S


def test_at_the_boundary_the_rhythm_does_not_swing():
    clock = Clock()
    rhythm = Rhythm(clock)
    crowd_looks(rhythm, FEW + 1)
    last = f"viewer-{FEW}"
    clock.now_s = LOOKS_FOR_S + 1
    assert crowd_looks(rhythm, FEW - 1) == QUICK_S  # these were quick before
    assert rhythm.every_s(last, owner=False) == QUICK_S  # it was forgotten: it begins anew
    rhythm = Rhythm()
    crowd_looks(rhythm, FEW + 1)
    rhythm._seen.pop("viewer-0")
    assert rhythm.every_s(last, owner=False) == CALM_S


def test_who_has_gone_is_not_counted():
    clock = Clock()
    rhythm = Rhythm(clock)
    crowd_looks(rhythm, 5 * FEW)
    clock.now_s = LOOKS_FOR_S + 1
    assert rhythm.every_s("new", owner=False) == QUICK_S
    assert len(rhythm._seen) == 1
