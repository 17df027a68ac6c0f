"""Under which address other computers of the same network reach this one."""

from __future__ import annotations

import socket

# Reserved for documentation (RFC 5737): nobody is there.
_NOWHERE = ("192.0.2.1", 9)


def network_address() -> str | None:
    """Return this computer's address in its network; None: it is in none.

    Asking the system which way a packet would go sends none, so this works without the internet.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        try:
            way.connect(_NOWHERE)
        except OSError:  # no network at all
            return None
        address: str = way.getsockname()[0]
    return None if address.startswith(("127.", "0.")) else address
