#!/usr/bin/env python3
"""Trains a small policy that merges in the jam, and compares it with the driver of the launches.

    ./run train examples/train_merge.py --out FOLDER [--steps N] [--jobs N] [--seed N]
    ./run train examples/train_merge.py --out FOLDER --evaluate

Writes policy.zip, normalize.pkl, curve_1.csv, curve_2.csv, curve.png and evaluation.csv into
FOLDER. It needs stable-baselines3 2.4.1 and torch; docs/training.md says how to install them.
"""

from __future__ import annotations

import argparse
import csv
import sys
from pathlib import Path
from typing import Any, Callable, Dict, List

import gymnasium
import numpy as np
from matplotlib.figure import Figure
from stable_baselines3 import PPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env import DummyVecEnv, SubprocVecEnv, VecNormalize

from sim.environments.drive_env import Rewards

TRAINED_ON, TRIED_ON = range(1, 101), range(1001, 1101)
# What a contact costs, for these shares of the steps: who is told off harder before it can drive
# learns to stand still.
STAGES = ((-15.0, 0.4), (-60.0, 0.6))
GAMMA, AVERAGED = 0.995, 40
KEPT = ("time", "reached", "contact", "off_road")


def make() -> gymnasium.Env:
    env = gymnasium.make(
        "sim.environments.gym:sim/MergeJam-v0",
        disable_env_checker=True,
        traffic_seeds=TRAINED_ON,
    )
    return Monitor(Priced(env), info_keywords=KEPT)


class Priced(gymnasium.Wrapper):
    """Lets a trainer in another process say what a contact costs."""

    def price(self, contact: float) -> None:
        self.unwrapped.rewards = Rewards(contact=contact)


class Curve(BaseCallback):
    """Writes a line for each episode that has ended."""

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
    envs = SubprocVecEnv([make] * options.jobs, start_method="spawn")
    envs = VecNormalize(envs, gamma=GAMMA)
    model = PPO(
        "MlpPolicy",
        envs,
        n_steps=2048,
        batch_size=512,
        learning_rate=3e-4,
        gamma=GAMMA,
        policy_kwargs={"net_arch": [64, 64], "log_std_init": -0.7},
        seed=options.seed,
        verbose=1,
    )
    try:
        for number, (contact, share) in enumerate(STAGES):
            envs.env_method("price", contact)
            curve = Curve(options.out / f"curve_{number + 1}.csv")
            model.learn(round(share * options.steps), curve, reset_num_timesteps=number == 0)
        model.save(options.out / "policy.zip")
        envs.save(str(options.out / "normalize.pkl"))
        draw(options.out)
    finally:
        envs.close()


def draw(folder: Path) -> None:
    """The learning curve: shares of episodes, and how long the ego took to merge."""
    found = [row for path in sorted(folder.glob("curve_*.csv")) for row in rows_of(path)]
    steps = np.array([float(row["steps"]) for row in found])
    figure = Figure(figsize=(9.0, 3.4), layout="constrained")
    shares, times = figure.subplots(1, 2)
    for name in ("reached", "contact"):
        share = np.array([row[name] == "True" for row in found], float)
        shares.plot(steps[AVERAGED - 1 :], smooth(share), label=name)
    merged = [row["reached"] == "True" for row in found]
    seconds = np.array([float(row["time"]) for row in found])[merged]
    times.plot(steps[merged][AVERAGED - 1 :], smooth(seconds))
    shares.set(xlabel="steps", ylabel=f"share of the last {AVERAGED} episodes")
    times.set(xlabel="steps", ylabel=f"s until merged, mean of the last {AVERAGED}")
    shares.legend()
    figure.savefig(folder / "curve.png")


def smooth(values: np.ndarray) -> np.ndarray:
    return np.convolve(values, np.full(AVERAGED, 1.0 / AVERAGED), "valid")


def rows_of(path: Path) -> List[Dict[str, str]]:
    with path.open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def evaluate(options: argparse.Namespace) -> None:
    """The policy and the Intelligent Driver Model on seeds that it was not trained on."""
    env = DummyVecEnv([make])
    envs = VecNormalize.load(str(options.out / "normalize.pkl"), env)
    envs.training = envs.norm_reward = False
    model = PPO.load(options.out / "policy.zip")
    plain = env.envs[0].unwrapped

    def policy(seen: np.ndarray) -> np.ndarray:
        return model.predict(envs.normalize_obs(seen), deterministic=True)[0]

    drivers: Dict[str, Callable] = {"policy": policy, "idm": lambda seen: plain.idm_action()}
    results: Dict[str, List[Dict[str, Any]]] = {name: [] for name in drivers}
    with (options.out / "evaluation.csv").open("w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file)
        rows.writerow(("traffic_seed", "driver", *KEPT))
        for seed in list(TRIED_ON)[: options.trials]:
            for name, driver in drivers.items():
                found = episode(plain, driver, seed)
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
    parser.add_argument("--steps", type=int, default=400_000, help="default: %(default)s")
    parser.add_argument("--jobs", type=int, default=2, help="default: %(default)s")
    parser.add_argument("--seed", type=int, default=1, help="default: %(default)s")
    parser.add_argument("--trials", type=int, default=len(TRIED_ON), help="default: %(default)s")
    parser.add_argument("--evaluate", action="store_true", help="what was trained before")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    if not options.evaluate:
        train(options)
    evaluate(options)
    return 0


if __name__ == "__main__":
    sys.exit(main())
