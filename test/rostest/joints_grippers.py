"""Grippers: a disc of 80 g, held by friction or a joint.

It is lifted, carried at 0.25 m/s and put down; suction up to its limits.
"""

import unittest

import rospy
from geometry_msgs.msg import Point, Pose, Quaternion, Vector3, Wrench
from rig import LOCKSTEP_PERIOD, point, shared_rig, text_of, trajectory, where
from simulator_client import done

DISC = (
    '<sdf version="1.6"><model name="disc"><link name="link"><pose>0 0 0.01 0 0 '
    "0</pose><inertial><mass>{mass}</mass>"
    "<inertia><ixx>{side}</ixx><iyy>{side}</iyy><izz>{spin}</izz><ixy>0</ixy><ixz>0</ixz><iyz>0</iyz></inertia></inertial>"
    '<collision name="hull"><geometry><cylinder><radius>{radius}</radius><length>0.02</length>'
    "</cylinder></geometry>"
    "<surface><friction><ode><mu>0.9</mu><mu2>0.9</mu2></ode></friction></surface></collision></link></model></sdf>"
)
# Disc on the ground, and distance down to it of the fingers or the cup.
DISC_RADIUS = 0.02  # m
FINGERS_HEIGHT = -0.212  # m
CUP_HEIGHT = -0.228  # m


def disc(mass: float, radius: float = DISC_RADIUS) -> str:
    return DISC.format(
        mass=mass,
        radius=radius,
        side=mass * (3 * radius**2 + 0.02**2) / 12,
        spin=mass * radius**2 / 2,
    )


class GrippersTest(unittest.TestCase):
    """Each case begins with an empty world at time 0."""

    @classmethod
    def setUpClass(cls) -> None:
        cls.rig = shared_rig()

    def setUp(self) -> None:
        self.rig.begin()

    def begin(self, rig: str, mass: float = 0.08, text: str = "", aside: float = 0.0) -> None:
        """Put a disc on the ground and a rig above it."""
        done(
            "spawn_sdf_model",
            "disc",
            disc(mass),
            "",
            Pose(Point(0.0, aside, 0.0), Quaternion(w=1.0)),
            "",
        )
        self.rig.spawn(rig, rig, text, gripper=True)
        self.rig.run(LOCKSTEP_PERIOD)

    def move(self, rig: str, joint: str, to: float, seconds: float) -> None:
        self.rig.tell(f"/{rig}/command", trajectory([joint], point(seconds, (to,), (0.0,))))
        self.rig.run(seconds + 0.2)

    def grasp(
        self, text: str = "", mass: float = 0.08, force: float = 20.0, aside: float = 0.0
    ) -> None:
        """Close the hand on the disc."""
        self.begin("hand", mass, text, aside)
        self.rig.grip("hand", 0.08)
        self.move("hand", "height", FINGERS_HEIGHT, 1.0)
        self.assertAlmostEqual(self.rig.held("hand").width, 0.08, delta=1e-3)
        self.assertFalse(self.rig.held("hand").holding)
        self.rig.grip("hand", 0.0, force)
        self.rig.run(1.0)

    def carried(self) -> None:
        """Lift the hand and carry its load 0.25 m at 0.25 m/s."""
        before = where("disc", "link") - where("hand", "palm")
        self.move("hand", "height", 0.0, 1.0)
        points = (
            point(0.1, (0.0125,), (0.25,)),
            point(1.1, (0.2625,), (0.25,)),
            point(1.2, (0.275,), (0.0,)),
        )
        self.rig.tell("/hand/command", trajectory(["along"], *points))
        self.rig.run(1.4)
        self.assertGreater(where("disc", "link")[2], 0.2)
        self.assertAlmostEqual(where("disc", "link")[0], 0.275, delta=0.002)
        self.assertLess(abs(where("disc", "link") - where("hand", "palm") - before).max(), 2e-3)
        self.assertTrue(self.rig.held("hand").holding)

    def put_down(self) -> None:
        """Lower the hand and open it: the disc stays in place."""
        self.move("hand", "height", FINGERS_HEIGHT, 1.0)
        self.rig.grip("hand", 0.08)
        self.rig.run(0.6)
        state = self.rig.held("hand")
        self.assertEqual((state.holding, state.object, state.assisted), (False, "", False))
        self.move("hand", "height", 0.0, 1.0)
        self.assertAlmostEqual(where("disc", "link")[2], 0.01, delta=1e-3)
        self.assertAlmostEqual(where("disc", "link")[0], 0.275, delta=5e-3)

    def test_friction_holds_a_disc_of_80_g(self) -> None:
        self.grasp(aside=0.003)
        state = self.rig.held("hand")
        self.assertEqual(
            (state.kind, state.holding, state.object, state.assisted, state.moving),
            (state.PARALLEL, True, "disc", False, False),
        )
        self.assertAlmostEqual(state.width, 2 * DISC_RADIUS, delta=1.5e-3)
        self.assertAlmostEqual(state.force, 20.0, delta=2.0)
        # Both fingers are on one drive, so that they centre grasped objects.
        self.assertAlmostEqual(where("disc", "link")[1], 0.0, delta=5e-4)
        self.carried()
        self.put_down()

    def test_what_is_too_heavy_stays_or_falls(self) -> None:
        self.grasp(mass=8.0)
        self.move("hand", "height", 0.0, 1.0)
        self.assertAlmostEqual(where("disc", "link")[2], 0.01, delta=2e-3)
        state = self.rig.held("hand")
        self.assertEqual((state.holding, state.object), (False, ""))

    def test_grasp_assist_holds_by_a_joint_until_the_fingers_open(self) -> None:
        self.grasp(text_of("hand").replace("<grasp_assist>false", "<grasp_assist>true"), mass=2.0)
        state = self.rig.held("hand")
        self.assertEqual((state.holding, state.object, state.assisted), (True, "disc", True))
        self.carried()
        self.put_down()

    def test_widths_and_forces_are_kept_to_limits_and_nonsense_is_refused(self) -> None:
        self.begin("hand", text=text_of("hand"))
        self.rig.grip("hand", 0.05)
        self.rig.run(1.0)
        self.assertAlmostEqual(self.rig.held("hand").width, 0.05, delta=5e-4)
        for width, force in ((float("nan"), 0.0), (0.02, float("inf")), (-0.01, 0.0), (0.02, -1.0)):
            self.rig.grip("hand", width, force)
            self.rig.run(0.2)
            self.assertAlmostEqual(self.rig.held("hand").width, 0.05, delta=5e-4)
        self.rig.grip("hand", 1.0, 1000.0)
        self.rig.run(1.0)
        self.assertAlmostEqual(self.rig.held("hand").width, 0.08, delta=5e-4)

    def test_states_come_at_50_hz_and_when_something_is_taken(self) -> None:
        self.grasp()
        stamps = [message.header.stamp.to_sec() for message in self.rig.grippers["hand"].messages]
        held = [
            message.header.stamp.to_sec()
            for message in self.rig.grippers["hand"].messages
            if message.holding
        ]
        self.assertLess(max(later - earlier for earlier, later in zip(stamps, stamps[1:])), 0.0201)
        self.assertGreater(held[0], 1.2)

    def test_suction_holds_what_is_near_and_lets_go_when_it_is_switched_off(self) -> None:
        self.begin("cup", 0.5)
        self.rig.grip("cup", vacuum=True)
        self.rig.run(0.2)
        state = self.rig.held("cup")
        self.assertEqual((state.kind, state.vacuum, state.holding), (state.VACUUM, True, False))
        self.move("cup", "height", CUP_HEIGHT, 1.0)
        state = self.rig.held("cup")
        self.assertEqual((state.holding, state.object, state.assisted), (True, "disc", True))
        self.move("cup", "height", 0.0, 1.0)
        self.assertGreater(where("disc", "link")[2], 0.2)
        self.rig.grip("cup", vacuum=False)
        self.rig.run(0.5)
        self.assertAlmostEqual(where("disc", "link")[2], 0.01, delta=2e-3)
        self.assertFalse(self.rig.held("cup").holding)

    def test_suction_has_a_payload_and_breaks_loose(self) -> None:
        self.begin("cup", 1.5)
        self.rig.grip("cup", vacuum=True)
        self.move("cup", "height", CUP_HEIGHT, 1.0)
        self.assertFalse(self.rig.held("cup").holding)
        done("delete_model", "disc")
        done("spawn_sdf_model", "disc", disc(0.5), "", Pose(orientation=Quaternion(w=1.0)), "")
        self.rig.run(0.1)
        self.rig.grip("cup", vacuum=True)
        self.rig.run(0.1)
        self.assertTrue(self.rig.held("cup").holding)
        self.move("cup", "height", 0.0, 1.0)
        self.assertTrue(self.rig.held("cup").holding)
        # 5 N of weight and 5 N are borne; 15 N are too much.
        for force, holds in ((5.0, True), (15.0, False)):
            done(
                "apply_body_wrench",
                "disc::link",
                "",
                Point(),
                Wrench(Vector3(0.0, 0.0, -force), Vector3()),
                rospy.Time(),
                rospy.Duration.from_sec(0.3),
            )
            self.rig.run(0.3)
            self.assertEqual(self.rig.held("cup").holding, holds)

    def test_suction_takes_nothing_beside_or_beyond_its_reach(self) -> None:
        self.begin("cup", 0.5, aside=0.019)
        self.rig.grip("cup", vacuum=True)
        self.move("cup", "height", CUP_HEIGHT, 1.0)
        self.assertFalse(self.rig.held("cup").holding)
        self.rig.begin()
        self.begin("cup", 0.5)
        self.rig.grip("cup", vacuum=True)
        self.move("cup", "height", CUP_HEIGHT + 0.008, 1.0)
        self.assertFalse(self.rig.held("cup").holding)
        self.move("cup", "height", CUP_HEIGHT + 0.001, 0.5)
        self.assertTrue(self.rig.held("cup").holding)
