#!/usr/bin/env python3
"""Trains a policy that merges in the jam, against the launches' driver.

    ./run train examples/train_merge.py --out FOLDER [--steps N] [--jobs N] [--seed N]
    ./run train examples/train_merge.py --out FOLDER --evaluate

The policy corrects the acceleration of that driver, the Intelligent Driver Model, twice a second:
it begins as a driver without collisions, and learns to merge with smaller gaps.

Writes policy.zip, normalize.pkl, curve.csv, curve.png and evaluation.csv into FOLDER. It needs
stable-baselines3 2.4.1 and torch; docs/training.md says how to install them.
"""

from __future__ import annotations

import argparse
import csv
import sys
from functools import partial
from pathlib import Path
from typing import Any, Callable, Dict, List, Sequence, Tuple

import gymnasium
import numpy as np
from matplotlib.figure import Figure
from stable_baselines3 import PPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env import DummyVecEnv, SubprocVecEnv, VecNormalize

from sim.environments.task import Rewards

TRAINING_SEEDS = range(1, 41)
TRIAL_SEEDS = range(1001, 1101)
# Maximum correction, and its duration in steps of 0.1 s.
MAX_CORRECTION = 1.5  # m/s^2
HOLD_STEPS = 5
# One contact in a hundred trials costs as much as 3 s in each.
REWARDS = Rewards(time=-0.2, contact=-50.0)
DISCOUNT = 0.99
AVERAGING_WINDOW = 40  # episodes
KEPT = ("time", "reached", "contact", "off_road")


class Held(gymnasium.Wrapper):
    """Wrapper that holds each action for a number of steps."""

    def step(self, action: np.ndarray) -> Tuple[Any, float, bool, bool, Dict[str, Any]]:
        total = 0.0
        for _ in range(HOLD_STEPS):
            seen, reward, over, cut, info = self.env.step(action)
            total += float(reward)
            if over or cut:
                break
        return seen, total, over, cut, info


def make(seeds: Sequence[int]) -> gymnasium.Env:
    env = gymnasium.make(
        "sim.environments.gym:sim/MergeJam-v0",
        disable_env_checker=True,
        traffic_seeds=seeds,
        corrects=True,
        accelerating=MAX_CORRECTION,
        braking=MAX_CORRECTION,
        rewards=REWARDS,
    )
    return Monitor(Held(env), info_keywords=KEPT)


class Curve(BaseCallback):
    """Callback that writes a line for each finished episode."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._path = path

    def _on_training_start(self) -> None:
        self._file = self._path.open("w", newline="", encoding="utf-8")
        self._rows = csv.writer(self._file)
        self._rows.writerow(("steps", "reward", *KEPT))

    def _on_step(self) -> bool:
        for info in self.locals["infos"]:
            if "episode" in info:
                reward = info["episode"]["r"]
                self._rows.writerow((self.num_timesteps, reward, *(info[name] for name in KEPT)))
        self._file.flush()
        return True

    def _on_training_end(self) -> None:
        self._file.close()


def train(options: argparse.Namespace) -> None:
    # Each process has separate seeds, since each warms its traffic up.
    makers = [
        partial(make, TRAINING_SEEDS[number :: options.jobs]) for number in range(options.jobs)
    ]
    envs = VecNormalize(SubprocVecEnv(makers, start_method="spawn"), gamma=DISCOUNT)
    model = PPO(
        "MlpPolicy",
        envs,
        n_steps=512 // options.jobs,
        batch_size=256,
        learning_rate=1e-3,
        gamma=DISCOUNT,
        policy_kwargs={"net_arch": [64, 64], "log_std_init": -0.7},
        seed=options.seed,
        verbose=1,
    )
    try:
        model.learn(options.steps, Curve(options.out / "curve.csv"))
        model.save(options.out / "policy.zip")
        envs.save(str(options.out / "normalize.pkl"))
        draw(options.out)
    finally:
        envs.close()


def draw(folder: Path) -> None:
    """Draw the learning curve: shares of episodes, and the ego's merge time."""
    with (folder / "curve.csv").open(encoding="utf-8") as file:
        found = list(csv.DictReader(file))
    steps = np.array([float(row["steps"]) for row in found])
    figure = Figure(figsize=(9.0, 3.4), layout="constrained")
    shares, times = figure.subplots(1, 2)
    for name in ("reached", "contact"):
        share = np.array([row[name] == "True" for row in found], float)
        shares.plot(steps[AVERAGING_WINDOW - 1 :], smooth(share), label=name)
    merged = [row["reached"] == "True" for row in found]
    seconds = np.array([float(row["time"]) for row in found])[merged]
    times.plot(steps[merged][AVERAGING_WINDOW - 1 :], smooth(seconds))
    shares.set(xlabel="steps", ylabel=f"share of the last {AVERAGING_WINDOW} episodes")
    times.set(xlabel="steps", ylabel=f"s until merged, mean of the last {AVERAGING_WINDOW}")
    shares.legend()
    figure.savefig(folder / "curve.png")


def smooth(values: np.ndarray) -> np.ndarray:
    return np.convolve(values, np.full(AVERAGING_WINDOW, 1.0 / AVERAGING_WINDOW), "valid")


def evaluate(options: argparse.Namespace) -> None:
    """Evaluate policy, uncorrected driver, and constant maximum correction.

    The seeds are not those of the training.
    """
    env = DummyVecEnv([partial(make, TRIAL_SEEDS)])
    envs = VecNormalize.load(str(options.out / "normalize.pkl"), env)
    envs.training = envs.norm_reward = False
    model = PPO.load(options.out / "policy.zip")

    def policy(seen: np.ndarray) -> np.ndarray:
        return model.predict(envs.normalize_obs(seen), deterministic=True)[0]

    drivers: Dict[str, Callable] = {
        "policy": policy,
        "idm": lambda seen: np.zeros(1),
        "greatest correction": lambda seen: np.ones(1),
    }
    results: Dict[str, List[Dict[str, Any]]] = {name: [] for name in drivers}
    with (options.out / "evaluation.csv").open("w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file)
        rows.writerow(("traffic_seed", "driver", *KEPT))
        for seed in list(TRIAL_SEEDS)[: options.trials]:
            for name, driver in drivers.items():
                found = episode(env.envs[0], driver, seed)
                results[name].append(found)
                rows.writerow((seed, name, *(found[key] for key in KEPT)))
                file.flush()
    for name, found in results.items():
        merged = np.array([one["time"] for one in found if one["reached"] and not one["contact"]])
        half = 1.96 * merged.std(ddof=1) / np.sqrt(len(merged)) if len(merged) > 1 else np.nan
        print(
            f"{name}: {len(merged)} of {len(found)} merged without contact, after "
            f"{merged.mean():.1f} +- {half:.1f} s"
        )
    envs.close()


def episode(env: gymnasium.Env, driver: Callable, seed: int) -> Dict[str, Any]:
    seen, _ = env.reset(options={"traffic_seed": seed})
    while True:
        seen, _, over, cut, info = env.step(driver(seen))
        if over or cut:
            return info


def main() -> int:
    parser = argparse.ArgumentParser(description="Trains a policy that merges in the jam.")
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER")
    parser.add_argument("--steps", type=int, default=12_288, help="default: %(default)s")
    parser.add_argument("--jobs", type=int, default=2, help="default: %(default)s")
    parser.add_argument("--seed", type=int, default=1, help="default: %(default)s")
    parser.add_argument("--trials", type=int, default=len(TRIAL_SEEDS), help="default: %(default)s")
    parser.add_argument("--evaluate", action="store_true", help="what was trained before")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    if not options.evaluate:
        train(options)
    evaluate(options)
    return 0


if __name__ == "__main__":
    sys.exit(main())
