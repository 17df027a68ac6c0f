"""Browser profiles for tests: as empty as new ones, with the app's scripts compiled since an earlier test."""

from collections import defaultdict
from contextlib import contextmanager

# A page that is always open keeps the process alive in which the scripts were compiled (with this argument, one for
# all pages of a profile). To open a page costs 2.6 s of a core, in a new profile 6.2 s.
BROWSER_ARGUMENT = "--process-per-site"
EMPTY = {"cookies": [], "origins": []}
WIDE = {"width": 1280, "height": 800}


class Profiles:
    """Lends profiles to tests, one to each visitor, and empties them when they come back."""

    def __init__(self, browser):
        self._browser = browser
        self._free = defaultdict(list)

    @contextmanager
    def lending(self):
        """Give a function that opens a page in a profile of its own, with Playwright's options for a context."""
        lent = []

        def open_page(*, viewport=WIDE, reduced_motion="no-preference", locale="en-US", **options):
            free = self._free[locale, *sorted(options.items())]
            context = free.pop() if free else self._new(locale=locale, **options)
            lent.append((free, context))
            page = context.new_page()
            page.set_default_timeout(30_000)
            page.set_viewport_size(viewport)
            page.emulate_media(reduced_motion=reduced_motion)
            return page

        try:
            yield open_page
        finally:
            for free, context in lent:
                self._empty(context)
                free.append(context)

    def _new(self, **options):
        context = self._browser.new_context(**options)
        keeper = context.new_page()
        keeper.route("**", lambda route: route.fulfill(body=""))
        keeper.goto("http://localhost/")
        return context

    def _empty(self, context):
        for page in context.pages[1:]:
            page.close()
        context.set_storage_state(EMPTY)  # no cookies, local storage, databases
