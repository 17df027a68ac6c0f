"""A learner counts parameters, and climbs a rung of the ladder."""

import re

import pytest

pytestmark = pytest.mark.browser


def test_parameters_follow_the_sliders_and_the_answer_follows_the_guess(page, app_url):
    page.goto(f"{app_url}/parameters?lang=zh&embedding_size=128&heads=8")
    page.get_by_text("共 416,321 个参数").wait_for()
    # The widgets show what the link says, also after the page's second run at its start.
    page.wait_for_timeout(1500)
    sliders = page.get_by_test_id("stSlider")
    assert "128" in sliders.filter(has_text="EMBEDDING_SIZE").inner_text()
    assert "8" in sliders.filter(has_text="HEADS").inner_text()
    tiles = page.locator(".js-plotly-plot .treemaplayer .slice")
    tiles.first.wait_for()
    assert tiles.count() > 10
    page.get_by_role("slider").nth(3).press("ArrowRight")  # HEADS: 16
    page.get_by_text("16 × 8 × 128").first.wait_for()
    assert page.get_by_text("共 416,321 个参数").is_visible()
    page.get_by_role("button", name="看答案").click()
    page.get_by_text("哪个常量决定参数量？").wait_for()
    assert "seen=yes" in page.url


def test_a_chapter_trains_live_and_its_link_shows_it_to_others(page, open_browser, app_url):
    page.goto(f"{app_url}/ladder?lang=en")
    page.get_by_text("3 Self-attention", exact=True).first.click()
    page.get_by_text("exponentials", exact=False).first.wait_for()
    page.get_by_role("button", name="Train chapter 3").click()
    page.get_by_text(re.compile(r"step \d+ of")).wait_for(timeout=60_000)
    page.wait_for_url(re.compile("run="))
    page.get_by_text("What the model writes at step").wait_for()
    link = page.url
    page.get_by_test_id("stMain").get_by_role("button", name="Stop", exact=True).click()
    page.get_by_text("Stopped: step").wait_for()

    other = open_browser()
    other.goto(link)
    other.get_by_text("Chapter 3 in training").wait_for()
    assert other.get_by_test_id("stMain").get_by_role("button", name="Stop", exact=True).count() == 0

    page.get_by_text("Look closely at its attention").click()
    page.wait_for_url(re.compile(r"/attention\?.*run="))
    page.get_by_role("heading", name="What does each head look at?").wait_for()
