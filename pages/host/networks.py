"""What an address is counted by."""

from functools import lru_cache
from ipaddress import IPv6Address, ip_address


@lru_cache(10_000)
def network_of(address: str) -> str:
    """What an address is counted by: itself, or of IPv6 the part that is not the visitor's choice.

    Examples
    --------
    >>> network_of("::ffff:192.0.2.7"), network_of("2001:db8::1") == network_of("2001:db8::2")
    ('192.0.2.7', True)
    """
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return address
    return str(found.ipv4_mapped or found.packed[:8].hex())
