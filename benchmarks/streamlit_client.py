"""A simulated browser: it speaks the app's real protocol, and costs a fraction of a real page.

The protocol is that of Streamlit 1.67 (`streamlit/web/server`, `streamlit/proto`): the browser sends a BackMsg for each
run of the page or of one of its fragments, with the state of all its widgets; the server answers with ForwardMsgs, the
last of which says that the run is finished.
"""

from __future__ import annotations

import asyncio
import json
import re
import secrets
import time
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode
from urllib.request import urlopen

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin, Subprotocol

from benchmarks.live_client import Feed

XSRF = re.compile(r"_streamlit_xsrf=([^;]+)")
NUMBER = re.compile(r"\d[\d,]*")
ANSWER_WITHIN_S, SETTLE_WITHIN_S = 60.0, 10.0
MESSAGES_KEPT_RUNS = 2
NUMBERS = "live-numbers"  # the part of the train page that its feed belongs to
LANGUAGES = {"en": "en-GB", "zh": "zh-CN"}


class NoAnswer(RuntimeError):
    """The server closed the connection, or a page showed an error."""


@dataclass
class Browser:
    """One tab with one page of the app.

    Args:
        url: Of the app, as "http://localhost:8501".
        page: Of the app: "train", "attention"; "" is the home page.
        query: Parameters of the page's address.
        language: "en" or "zh": the browser's, not one that stands in the address.
    """

    url: str
    page: str
    query: dict[str, str]
    language: str = "en"
    fragments: dict[str, float] = field(default_factory=dict)  # id -> seconds between its own runs
    widgets: dict[str, WidgetState] = field(default_factory=dict)  # by id, only those that were moved
    ids: dict[str, str] = field(default_factory=dict)  # a widget's key in the app -> its id
    options: dict[str, list[str]] = field(default_factory=dict)  # a choice's key in the app -> what it offers
    fragment_of: dict[str, str] = field(default_factory=dict)  # a widget's key -> the fragment that it stands in
    feed: Feed | None = None  # of the page's live pictures; None: it has none
    received_bytes: int = 0  # by the websocket
    errors: list[str] = field(default_factory=list)
    _connection: ClientConnection | None = None
    _reader: asyncio.Task[None] | None = None
    _finished: asyncio.Event = field(default_factory=asyncio.Event)
    _page_hash: str = ""
    # Hash of a message that is kept -> the run in which it last came, and the fragment that it belongs to.
    _cached: dict[str, tuple[int, str]] = field(default_factory=dict)
    _running: list[str] = field(default_factory=list)  # the fragments of this run; none: the whole page
    _runs: int = 0
    _secret: str = field(default_factory=lambda: secrets.token_hex(16))

    async def open(self) -> float:
        """Connect, run the page, answer its question for the browser's secret; return the seconds of all that."""
        start = time.monotonic()
        token = await asyncio.to_thread(_xsrf_token, self.url)
        self._connection = await connect(
            self.url.replace("http", "ws", 1) + "/_stcore/stream",
            subprotocols=[Subprotocol("streamlit"), Subprotocol(token)],
            origin=Origin(self.url),
            additional_headers={"Cookie": f"_streamlit_xsrf={token}"},
            max_size=None,
            compression=None,
        )
        self._reader = asyncio.create_task(self._read())
        await self.run()
        self.widgets[self.ids["owner-key"]] = WidgetState(
            id=self.ids["owner-key"], json_value=json.dumps({"secret": self._secret})
        )
        await self.run()
        return time.monotonic() - start

    async def close(self) -> None:
        """Close the tab."""
        if self.feed is not None:
            await self.feed.close()
        if self._connection is not None:
            await self._connection.close()
        if self._reader is not None:
            await self._reader

    async def run(self, fragment: str | None = None, *, by_itself: bool = False) -> float:
        """Run the page, or one fragment of it, as the browser does, and return the seconds until it is finished.

        Raises:
            NoAnswer: The connection broke, or the page showed an error.
        """
        message = BackMsg()
        state = message.rerun_script
        state.query_string = urlencode(self.query)
        state.page_script_hash = self._page_hash
        state.page_name = "" if self._page_hash else self.page
        state.fragment_id, state.is_auto_rerun = fragment or "", by_itself
        state.cached_message_hashes.extend(self._cached)
        state.widget_states.widgets.extend(self.widgets.values())
        context = state.context_info
        context.locale, context.timezone, context.url = LANGUAGES[self.language], "UTC", f"{self.url}/{self.page}"
        self._finished.clear()
        start = time.monotonic()
        if self._connection is None:
            raise NoAnswer("not connected")
        await self._connection.send(message.SerializeToString())
        await asyncio.wait_for(self._finished.wait(), ANSWER_WITHIN_S)
        for moved in [at for at, widget in self.widgets.items() if widget.WhichOneof("value") == "trigger_value"]:
            del self.widgets[moved]  # a button is pressed once
        if self.errors:
            raise NoAnswer(self.errors[-1])
        return time.monotonic() - start

    def step(self) -> int:
        """Return the step of training that the page's progress bar tells; 0 before there is one."""
        numbers = NUMBER.findall(self.feed.told if self.feed else "")
        return int(numbers[0].replace(",", "")) if numbers else 0

    async def refresh(self, *, anew: bool = False) -> float:
        """Ask how the run stands, as the page's feed does, and return the seconds until the answer.

        Where the page around the pictures has to change, it is drawn, as the feed has it drawn.

        Args:
            anew: As if nothing had been seen yet: the whole answer comes.

        Raises:
            NoAnswer: The page has no feed, or the connection broke, or the page showed an error.
        """
        if self.feed is None:
            raise NoAnswer("nothing on the page is live")
        seconds = await self.feed.ask(anew=anew)
        if self.feed.state != self.feed.asks["state"]:
            await self.run(self.fragment_of[NUMBERS])
        return seconds

    async def settle(self) -> None:
        """Run parts that wait for an answer, as their timers do, until it is there or ten seconds have passed."""
        end_s = time.monotonic() + SETTLE_WITHIN_S
        while waiting := [name for name, every_s in self.fragments.items() if every_s < 1]:
            if time.monotonic() > end_s:
                return
            await self.run(waiting[0], by_itself=True)
            await asyncio.sleep(0.5)

    async def press(self, key: str) -> float:
        """Press a button and return the seconds until the page has answered."""
        return await self._move(key, WidgetState(trigger_value=True))

    async def choose(self, key: str, value: str | bool | float) -> float:
        """Move a widget (a choice or text: str, a toggle: bool, a number: float); return the seconds to the answer."""
        if isinstance(value, str):
            return await self._move(key, WidgetState(string_value=value))
        named = {"bool_value": value} if isinstance(value, bool) else {"double_value": value}
        return await self._move(key, WidgetState(**named))

    async def _move(self, key: str, state: WidgetState) -> float:
        state.id = self.ids[key]
        self.widgets[state.id] = state
        return await self.run(self.fragment_of.get(key))

    async def _read(self) -> None:
        if self._connection is None:
            return
        async for data in self._connection:
            if isinstance(data, bytes):
                self.received_bytes += len(data)
                self._take(ForwardMsg.FromString(data), len(data))
        if not self._finished.is_set():
            self.errors.append("the server closed the connection")
            self._finished.set()

    def _take(self, message: ForwardMsg, size: int) -> None:
        kind = message.WhichOneof("type")
        if kind == "delta":
            if message.metadata.cacheable:
                self._cached[message.hash] = (self._runs, message.delta.fragment_id)
            if message.delta.WhichOneof("type") == "new_element":
                self._note_element(message)
        elif kind == "ref_hash":
            if message.ref_hash in self._cached:
                self._cached[message.ref_hash] = (self._runs, self._cached[message.ref_hash][1])
            else:
                self.errors.append("the server refers to a message that this browser does not keep")
        elif kind == "auto_rerun":
            self.fragments[message.auto_rerun.fragment_id] = message.auto_rerun.interval
        elif kind == "stop_auto_rerun":
            for stopped in message.stop_auto_rerun.fragment_ids:
                self.fragments.pop(stopped, None)
        elif kind == "new_session":
            self._running = list(message.metadata.run.fragment_ids)
            if not self._running:
                self.fragments.clear()
        elif kind == "navigation":
            self._page_hash = message.navigation.page_script_hash
        elif kind == "page_info_changed":
            self.query = dict(
                pair.split("=", 1) for pair in message.page_info_changed.query_string.split("&") if "=" in pair
            )
        # A run that gave way to another (st.rerun) is not the answer: that one's end will be.
        elif kind == "script_finished" and message.script_finished != ForwardMsg.FINISHED_EARLY_FOR_RERUN:
            self._forget_old_messages()
            self._finished.set()

    def _note_element(self, message: ForwardMsg) -> None:
        element = message.delta.new_element
        kind = element.WhichOneof("type")
        if kind == "exception":
            self.errors.append(f"{element.exception.type}: {element.exception.message}")
            return
        widget_id = getattr(getattr(element, kind), "id", "") if kind else ""
        if widget_id.startswith("$$ID-"):
            key = widget_id.split("-", 2)[2]
            self.ids[key] = widget_id
            if kind == "selectbox":
                self.options[key] = list(element.selectbox.options)
            if key == NUMBERS:
                self._note_numbers(json.loads(element.bidi_component.json))
            if message.delta.fragment_id:
                self.fragment_of[key] = message.delta.fragment_id

    def _note_numbers(self, data: dict[str, Any]) -> None:
        if data["feed"] is None:  # the run has ended
            self.feed = None
            return
        self.feed = self.feed or Feed(self.url)
        self.feed.told = data["numbers"]["told"]
        self.feed.follow(data["feed"])

    def _forget_old_messages(self) -> None:
        """A browser keeps a large message for two more runs of its part (global.maxCachedMessageAge)."""
        self._runs += 1
        self._cached = {
            name: (run, fragment)
            for name, (run, fragment) in self._cached.items()
            if self._runs - run <= MESSAGES_KEPT_RUNS or (self._running and fragment not in self._running)
        }


def _xsrf_token(url: str) -> str:
    with urlopen(f"{url}/_stcore/health", timeout=ANSWER_WITHIN_S) as answer:
        for cookie in answer.headers.get_all("Set-Cookie") or []:
            if found := XSRF.match(cookie):
                return found[1]
    raise NoAnswer("the server sets no XSRF cookie")
