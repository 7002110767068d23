"""Planning tasks that several tests share."""

from __future__ import annotations

from sim.kitting.task import EndEffectorTask, KitTask, PlanningTask, RobotTask, SupplyTask
from sim.resources import resource

BOTH = frozenset({"fanuc", "motoman"})
FANUC = frozenset({"fanuc"})
MOTOMAN = frozenset({"motoman"})
GEARS = frozenset({"gear_small", "gear_large"})
PROBLEMS = resource("config", "kitting", "problems")


def cell(*supplies: SupplyTask, kits: tuple[KitTask, ...] = (), **changes) -> PlanningTask:
    """Two robots that both grasp all gears."""
    given = {
        "robots": (RobotTask("fanuc", "fingers"), RobotTask("motoman", "claw")),
        "end_effectors": (EndEffectorTask("fingers", GEARS), EndEffectorTask("claw", GEARS)),
        **changes,
    }
    return PlanningTask(supplies=supplies, kits=kits, **given)


def one_part(**changes) -> PlanningTask:
    """Return a task with one gear and two kits. Each kit wants it if ``wanted`` is set."""
    kits = (
        KitTask("kit_a", {"gear_small": 1}, FANUC),
        KitTask("kit_b", {"gear_small": changes.pop("wanted", 0)}, FANUC),
    )
    tray = SupplyTask("tray", {"gear_small": changes.pop("stock", 1)}, FANUC)
    return cell(tray, kits=kits, **changes)


def handover(parts: int = 1, places: int = 1) -> PlanningTask:
    """Gears that fanuc reaches, for a kit that motoman reaches."""
    return cell(
        SupplyTask("tray", {"gear_small": parts}, FANUC),
        SupplyTask("shared", {}, BOTH, {"gear_small": places}),
        kits=(KitTask("kit", {"gear_small": parts}, MOTOMAN),),
    )
