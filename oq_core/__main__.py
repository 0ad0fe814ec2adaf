"""``python -m oq_core`` is the command ``oq``."""

import sys

from oq_core.command import main

sys.exit(main())
