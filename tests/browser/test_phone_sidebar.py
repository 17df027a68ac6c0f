"""The sidebar of a phone lies over the page: it closes when its reader goes to another one."""

import pytest

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@pytest.mark.browser
def test_sidebar_closes_after_a_tap_on_a_page(open_browser, app_url):
    page = open_browser(**PHONE)
    page.goto(app_url)
    page.get_by_test_id("stExpandSidebarButton").tap()
    page.locator("[data-testid=stSidebar][data-collapsed=false]").wait_for()
    page.get_by_test_id("stSidebar").get_by_role("link", name="Parameters").tap()
    page.get_by_role("heading", name="Where are the parameters?").wait_for()
    page.locator("[data-testid=stSidebar][data-collapsed=true]").wait_for(state="attached")
    page.get_by_test_id("stExpandSidebarButton").tap()
    page.locator("[data-testid=stSidebar][data-collapsed=false]").wait_for()
    page.wait_for_timeout(1500)  # reruns of the same page close nothing
    assert page.get_by_test_id("stSidebar").get_attribute("data-collapsed") == "false"


@pytest.mark.browser
def test_sidebar_of_a_wide_window_stays(page, app_url):
    page.goto(app_url)
    page.get_by_test_id("stSidebar").get_by_role("link", name="Parameters").click()
    page.get_by_role("heading", name="Where are the parameters?").wait_for()
    page.wait_for_timeout(1000)
    assert page.get_by_test_id("stSidebar").get_attribute("data-collapsed") == "false"
