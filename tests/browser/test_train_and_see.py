"""The main job as a learner does it: train, watch, change HEADS, look at attention and positions, come back."""

import re
import signal
import subprocess
import time

import pytest
from playwright.sync_api import TimeoutError

from tests.browser.conftest import start_server
from tests.conftest import free_port

pytestmark = [pytest.mark.browser, pytest.mark.timeout(400)]

PROGRESS = ".st-key-live-numbers .told"
NUMBER = re.compile(r"step ([\d,]+) of|第 ([\d,]+) 步")


def open_train(page, app_url, **parameters):
    query = "&".join(f"{name}={value}" for name, value in parameters.items())
    page.goto(f"{app_url}/train?{query}")
    page.wait_for_selector("h1")
    page.wait_for_load_state("networkidle")


def press_train(page, name="Train"):
    page.get_by_role("button", name=name, exact=True).click()
    page.wait_for_url(re.compile(r"[?&]run="))
    page.wait_for_selector(PROGRESS)


def steps_done(page):
    found = NUMBER.search(page.locator(PROGRESS).inner_text())
    return int((found[1] or found[2]).replace(",", ""))


def wait_for_steps(page, steps, limit_s=90):
    end = time.monotonic() + limit_s
    while time.monotonic() < end:
        if steps_done(page) >= steps:
            return
        time.sleep(0.2)
    raise AssertionError(f"only {steps_done(page)} steps after {limit_s} s")


def metric(page, label):
    return float(page.locator(".st-key-live-numbers .number").filter(has_text=label).locator("dd").inner_text())


def choose(page, label, option):
    """Choose from a select box; a page that runs again in between (the browser told its secret) closes the list."""
    for _ in range(5):
        page.get_by_role("combobox", name=label).click()
        try:
            page.get_by_role("option", name=option).click(timeout=3_000)
        except TimeoutError:
            continue
        return
    raise AssertionError(f"{option} could not be chosen")


def run_id(page):
    return re.search(r"[?&]run=([^&]+)", page.url)[1]


def test_a_learner_trains_changes_heads_and_looks_at_both_pictures(page, app_url):
    open_train(page, app_url)
    press_train(page)
    page.wait_for_selector("canvas")
    wait_for_steps(page, 20)
    early = metric(page, "Training loss")
    wait_for_steps(page, 120)
    assert metric(page, "Training loss") < early - 0.3
    first = run_id(page)

    heads = page.get_by_role("slider", name="HEADS")
    heads.focus()
    heads.press("ArrowRight")
    page.wait_for_function("() => document.body.innerText.includes('head_size = 64 / 8')")
    press_train(page)
    page.wait_for_function(f"() => !location.search.includes('{first}')")
    wait_for_steps(page, 5)
    page.wait_for_function("() => document.body.innerText.includes('HEADS 8')")
    second = run_id(page)

    page.reload()
    page.wait_for_selector(PROGRESS)
    assert run_id(page) == second
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("button", name="Resume").wait_for()
    page.get_by_role("button", name="Step", exact=True).wait_for()

    page.get_by_role("link", name="Attention").first.click()
    page.wait_for_selector("canvas.map")
    assert run_id(page) == second
    page.get_by_role("link", name="Positions").first.click()
    page.wait_for_function("() => document.querySelectorAll('.js-plotly-plot').length >= 4")
    assert run_id(page) == second


def test_a_click_on_a_map_shows_that_head_large(page, app_url):
    open_train(page, app_url)
    press_train(page)
    wait_for_steps(page, 5)
    page.goto(page.url.replace("/train", "/attention"))
    page.get_by_role("button", name="Block 2, Head 3").click()
    page.get_by_role("heading", name="Block 2, Head 3,").wait_for()
    page.wait_for_url(re.compile(r"(?=.*block=1)(?=.*head=2)"))  # the server is told a moment later
    page.get_by_role("button", name="Block 1, Head 2").click()
    page.get_by_role("heading", name="Block 1, Head 2,").wait_for()


def test_the_language_can_be_switched_in_the_middle_and_every_choice_stays(page, app_url):
    open_train(page, app_url)
    choose(page, "Text to learn", "Brackets")
    page.get_by_text("Pairs inside pairs").first.wait_for()
    page.get_by_role("radio", name="简体中文").or_(page.get_by_role("button", name="简体中文")).click()
    page.get_by_role("heading", name="训练一个 GPT，看着它学").wait_for()
    press_train(page, "训练")
    wait_for_steps(page, 5)
    body = page.locator("body").inner_text()
    assert "Quick: good" not in body
    assert "Pairs inside pairs" not in body
    page.get_by_role("button", name="暂停").click()
    page.get_by_role("button", name="继续").wait_for()
    page.get_by_role("radio", name="English").or_(page.get_by_role("button", name="English")).click()
    page.get_by_role("button", name="Resume").click()
    page.get_by_role("button", name="Pause").wait_for()


def test_a_shared_link_shows_the_same_head_at_the_same_moment_to_someone_who_cannot_control_it(
    page, app_url, open_browser, record
):
    open_train(page, app_url)
    press_train(page)
    wait_for_steps(page, 30)
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("button", name="Resume").wait_for()

    other = open_browser(locale="zh-CN")
    other.goto(f"{app_url}/attention?run={run_id(page)}&block=1&head=2&step=0")
    other.get_by_role("heading", name="第 2 块，头 3，训练 0 步后").wait_for()
    other.goto(f"{app_url}/train?run={run_id(page)}")
    other.wait_for_selector(PROGRESS)
    other.get_by_text("你正在看别人的训练").wait_for()
    assert other.get_by_role("button", name="继续").count() == 0


def test_a_killed_worker_costs_one_slice_and_the_run_goes_on(page, app, app_url):
    open_train(page, app_url)
    press_train(page)
    wait_for_steps(page, 10)
    before = steps_done(page)
    workers = workers_of(app.process.pid)
    assert workers
    for worker in workers:
        subprocess.run(["kill", "-9", str(worker)], check=False)
    wait_for_steps(page, before + 20)


def test_when_the_server_is_killed_its_workers_go_and_a_new_server_has_the_run(open_browser, tmp_path):
    port = free_port()
    with (tmp_path / "log.txt").open("w") as log:
        server = start_server(log, home=tmp_path, port=port)
        page = open_browser()
        open_train(page, server.url)
        press_train(page)
        wait_for_steps(page, 5)
        done, address = steps_done(page), page.url
        workers = workers_of(server.process.pid)
        assert workers
        server.process.send_signal(signal.SIGKILL)
        server.process.wait()
        end = time.monotonic() + 20
        while time.monotonic() < end and any(alive(worker) for worker in workers):
            time.sleep(0.2)
        assert not [worker for worker in workers if alive(worker)]

        server = start_server(log, home=tmp_path, port=port)
        page.goto(address)
        page.get_by_text("The server was restarted").wait_for()
        assert steps_done(page) >= done
        page.get_by_role("button", name="Resume").click()
        wait_for_steps(page, done + 10)
        server.process.terminate()
        server.process.wait(timeout=20)


def workers_of(pid):
    """The training processes of a server: children of its children that run our worker."""
    listed = subprocess.run(["ps", "-wweo", "pid,ppid,args"], capture_output=True, text=True, check=True).stdout
    rows = [line.split(None, 2) for line in listed.splitlines()[1:]]
    parents = {int(row[0]): int(row[1]) for row in rows}
    return [int(row[0]) for row in rows if "gptviz.runs.worker" in row[2] and parents[int(row[0])] == pid]


def alive(pid):
    listed = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False).stdout
    return bool(listed.strip()) and not listed.strip().startswith("Z")
