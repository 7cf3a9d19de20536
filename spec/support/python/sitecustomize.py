"""Each Python of a spec reads this first, so that an application starts sooner."""

import gc
import sys

# Fewer searches for garbage: 13%.
gc.set_threshold(50_000)

# Mako, which comes with Alembic, loads it if it is there: 8%. It comes with pytest, so a server in production lacks it.
if "flask" in sys.orig_argv:
    sys.modules["pygments"] = None
