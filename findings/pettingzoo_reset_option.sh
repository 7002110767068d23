#!/usr/bin/env bash
# Asked:    PettingZoo 1.24.3: may a parallel environment refuse an option of reset that it does not know, as it refuses a wrong seed?
# Expected: Yes: options are the environment's own, Gymnasium's checker passes an empty dictionary, and a typing error of a user is worth an error.
# Happens:  PettingZoo's own test passes {"options": 1} to every environment, so that one that refuses unknown options fails it.
# Hurts:    Authors of environments: whoever checks names of options passes Gymnasium's checker and fails PettingZoo's.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
"${PYTHON:-/usr/bin/python3}" -m venv venv
venv/bin/python3 -m pip install -q --disable-pip-version-check pettingzoo==1.24.3 gymnasium==1.0.0 numpy==1.26.4
cat >options.py <<'PY'
import sys
from importlib.metadata import version

import gymnasium
import numpy as np
from gymnasium.spaces import Discrete
from gymnasium.utils.env_checker import check_env
from pettingzoo import ParallelEnv
from pettingzoo.test import parallel_api_test


def check(options):
    """Refuse all options but difficulty."""
    for name in options or {}:
        if name != "difficulty":
            raise ValueError(f"unknown option {name!r}; allowed: 'difficulty'")


class Single(gymnasium.Env):
    observation_space, action_space = Discrete(2), Discrete(2)

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        check(options)
        return 0, {}

    def step(self, action):
        return 1, 0.0, True, False, {}


class Parallel(ParallelEnv):
    metadata = {"name": "options_v0", "is_parallelizable": True}
    possible_agents, agents, render_mode = ["a", "b"], [], None

    def __init__(self):
        self.spaces = {name: (Discrete(2), Discrete(2)) for name in self.possible_agents}

    def observation_space(self, agent):
        return self.spaces[agent][0]

    def action_space(self, agent):
        return self.spaces[agent][1]

    def reset(self, seed=None, options=None):
        check(options)
        self.agents = list(self.possible_agents)
        return dict.fromkeys(self.agents, 0), {name: {} for name in self.agents}

    def step(self, actions):
        acting, self.agents = self.agents, []
        over = dict.fromkeys(acting, True)
        return dict.fromkeys(acting, 1), dict.fromkeys(acting, 0.0), over, dict(over), {n: {} for n in acting}


print("gymnasium", version("gymnasium"), "pettingzoo", version("pettingzoo"))
check_env(Single(), skip_render_check=True)
print("Gymnasium's checker: passed")
try:
    parallel_api_test(Parallel(), num_cycles=5)
except ValueError as error:
    print("PettingZoo's test:", error)
    if "unknown option 'options'" not in str(error):
        sys.exit("changed: PettingZoo's test passes another option")
else:
    sys.exit("changed: PettingZoo's test no longer passes an unknown option")
PY
venv/bin/python3 -W ignore options.py
