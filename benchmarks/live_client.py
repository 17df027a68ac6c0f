"""The feed of a simulated browser: it asks how a run stands over one lasting connection, as a real page does."""

from __future__ import annotations

import asyncio
import gzip
import json
import secrets
import struct
import time
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode, urlsplit

ANSWER_WITHIN_S = 60.0


@dataclass
class Feed:
    """What `components/live/feed.js` does.

    Args:
        url: Of the app.
        asks: What the page said: path, query, and the state that it knows.
    """

    url: str
    asks: dict[str, Any] = field(default_factory=dict)
    state: str = ""  # of the run, as the last answer told it
    told: str = ""  # the words of the progress bar
    received_bytes: int = 0
    _tag: str = ""
    _session: str = field(default_factory=lambda: secrets.token_hex(5))
    _streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    def follow(self, asks: dict[str, Any]) -> None:
        """Take what the page says: another text means that nothing has been seen yet."""
        if (asks["path"], asks["query"]) != (self.asks.get("path"), self.asks.get("query")):
            self._tag = ""
        self.asks, self.state = asks, asks["state"]

    async def ask(self, *, anew: bool = False) -> float:
        """Ask once and return the seconds until the answer was there.

        Args:
            anew: As if nothing had been seen yet.

        Raises:
            RuntimeError: The server answered with an error.
        """
        start = time.monotonic()
        status, headers, body = await asyncio.wait_for(self._get("" if anew else self._tag), ANSWER_WITHIN_S)
        if status not in (200, 304):
            raise RuntimeError(f"{self.asks['path']} was answered with {status}: {body[:200]!r}")
        self.state = headers["x-run-state"]
        if status == 200:
            self._tag, unpacked = headers["etag"], gzip.decompress(body)
            (size,) = struct.unpack_from("<I", unpacked)
            self.told = json.loads(unpacked[4 : 4 + size])["numbers"]["told"]
        return time.monotonic() - start

    async def close(self) -> None:
        """End the connection."""
        if self._streams is not None:
            self._streams[1].close()
            await self._streams[1].wait_closed()

    async def _get(self, tag: str) -> tuple[int, dict[str, str], bytes]:
        address = urlsplit(self.url)
        path = f"{self.asks['path']}?{urlencode(self.asks['query'] | {'session': self._session})}"
        request = (
            f"GET {path} HTTP/1.1\r\nHost: {address.netloc}\r\nAccept-Encoding: gzip\r\nIf-None-Match: {tag}\r\n\r\n"
        )
        # The server ends a connection that was silent for five seconds: then a new one takes its place.
        for attempt in range(2):
            if self._streams is None:
                self._streams = await asyncio.open_connection(address.hostname, address.port)
            reader, writer = self._streams
            try:
                writer.write(request.encode())
                head = (await reader.readuntil(b"\r\n\r\n")).decode()
                break
            except (asyncio.IncompleteReadError, ConnectionError):
                self._streams = None
                if attempt:
                    raise
        first, *told = head.split("\r\n")
        headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in told) if name}
        body = await reader.readexactly(int(headers.get("content-length", 0)))
        self.received_bytes += len(head) + len(body)
        return int(first.split()[1]), headers, body
