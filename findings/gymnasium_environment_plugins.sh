#!/usr/bin/env bash
# Asked:    Gymnasium 1.0.0: does gymnasium.make find the environment of an installed package with an entry point of the group gymnasium.envs?
# Expected: Yes, as 0.29.1 does: the docstring of gymnasium.envs still says that it loads the plugins by entry points, and a warning of register
#           sends developers of plugins to the entry point for the namespace.
# Happens:  No: entry points are not read. The error says that the namespace is not found and asks whether its package is installed, which it is.
# Hurts:    Makers of such packages, whose environments work by name with 0.29 and are gone with 1.0, and users who then reinstall what is there.
#           (docs/pip.md: the module's name stands before the environment's.)
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
"${PYTHON:-/usr/bin/python3}" -m venv old
old/bin/python3 -m pip install -q --disable-pip-version-check gymnasium==0.29.1 numpy==1.26.4
"${PYTHON:-/usr/bin/python3}" -m venv new
new/bin/python3 -m pip install -q --disable-pip-version-check gymnasium==1.0.0 numpy==1.26.4
cat >place.py <<'PY'
"""Put a package of one module into this environment, as an installer lays it out."""

import sysconfig
from pathlib import Path

MODULE = '''
from gymnasium.core import Env
from gymnasium.envs.registration import register
from gymnasium.spaces import Discrete


class Nothing(Env):
    observation_space = action_space = Discrete(2)

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        return 0, {}

    def step(self, action):
        return 0, 0.0, False, False, {}


def plugin():
    register("Nothing-v0", entry_point=Nothing)
'''
site = Path(sysconfig.get_path("purelib"))
(site / "tiny_plugin.py").write_text(MODULE, encoding="utf-8")
facts = site / "tiny_plugin-1.0.dist-info"
facts.mkdir()
about = "Metadata-Version: 2.1\nName: tiny-plugin\nVersion: 1.0\n"
(facts / "METADATA").write_text(about, encoding="utf-8")
points = "[gymnasium.envs]\ntiny = tiny_plugin:plugin\n"
(facts / "entry_points.txt").write_text(points, encoding="utf-8")
(facts / "RECORD").write_text("", encoding="utf-8")
(facts / "INSTALLER").write_text("pip\n", encoding="utf-8")
PY
cat >make.py <<'PY'
import sys
from importlib.metadata import entry_points

import gymnasium


def found(name):
    """Return whether an environment can be made; print the error if not."""
    try:
        gymnasium.make(name).reset(seed=1)
    except gymnasium.error.Error as error:
        print(f"  {name}: {type(error).__name__}: {error}")
        return False
    print(f"  {name}: made")
    return True


points = [point for point in entry_points(group="gymnasium.envs") if point.name == "tiny"]
print("Gymnasium", gymnasium.__version__, "docstring of envs:", gymnasium.envs.__doc__)
print("  entry points installed:", points)
if len(points) != 1:
    sys.exit("the package with the entry point is not installed")
if sys.argv[1] == "old":
    right = found("tiny/Nothing-v0")
else:
    right = not found("tiny/Nothing-v0") and "entry point" in gymnasium.envs.__doc__
    points[0].load()()
    print("  after a call of the entry point by hand:")
    right = right and found("Nothing-v0")
if not right:
    sys.exit("changed: entry points of gymnasium.envs are read again, or no longer documented")
PY
for version in old new; do
    "$version/bin/python3" place.py
    "$version/bin/python3" -m pip list --disable-pip-version-check 2>/dev/null | grep -i tiny
    "$version/bin/python3" make.py "$version"
done
