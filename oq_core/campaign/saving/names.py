"""Names of files that every system takes."""

import re
import unicodedata


def safe_name(text: str, keep_case: bool = False) -> str:
    """Return a part of a file's name: letters without accents, digits, hyphens and underscores.

    Parameters
    ----------
    text : str
        Anything a person may have typed.
    keep_case : bool
        Whether capitals stay; otherwise they become small.

    Returns
    -------
    str
        Never empty. A letter of another script stands as its code.

    Examples
    --------
    >>> from oq_core.campaign.saving.names import safe_name
    >>> safe_name("Démo τ/2024"), safe_name("東京"), safe_name("DNKT_JSD", keep_case=True)
    ('demo-u3c4-2024', 'u6771u4eac', 'DNKT_JSD')
    >>> len(safe_name("a" * 99))
    80
    """
    plain = unicodedata.normalize("NFKD", text if keep_case else text.lower())
    letters = []
    for sign in plain:
        if sign.isascii() and (sign.isalnum() or sign == "_"):
            letters.append(sign)
        elif sign.isascii() or not sign.isalnum():
            letters.append("" if unicodedata.combining(sign) else "-")
        else:
            letters.append(f"u{ord(sign):x}")
    return re.sub(r"-+", "-", "".join(letters)).strip("-")[:80] or "unnamed"
