"""Messages as readings of the noise library and back.

Only the degraded part changes; parts that cannot be degraded are named.
"""

import copy

import numpy as np
import pytest
from geometry_msgs.msg import (
    Point,
    PointStamped,
    Pose,
    PoseArray,
    PoseStamped,
    Quaternion,
    Twist,
    Vector3,
    Wrench,
    WrenchStamped,
)
from nav_msgs.msg import Odometry
from sensor_msgs.msg import (
    Image,
    Imu,
    JointState,
    LaserScan,
    MagneticField,
    NavSatFix,
    PointCloud2,
    PointField,
    Range,
)

from gazebo_msgs.msg import ContactsState, ContactState, ModelStates
from sim.errors import InputError
from sim.noise.models.beams import POINT
from sim.noise.parts import TYPES
from sim.ros.noise.readings import CODECS, read, write

RNG = np.random.default_rng(1)
POSE = Pose(Point(1.0, 2.0, 3.0), Quaternion(0.0, 0.0, 0.6, 0.8))


def image(encoding: str, array: np.ndarray, padding: int = 0, big: bool = False) -> Image:
    rows = (
        array.astype(array.dtype.newbyteorder(">" if big else "<"))
        .reshape(len(array), -1)
        .view(np.uint8)
    )
    rows = np.pad(rows, ((0, 0), (0, padding)))
    return Image(
        height=array.shape[0],
        width=array.shape[1],
        encoding=encoding,
        is_bigendian=int(big),
        step=rows.shape[1],
        data=rows.tobytes(),
    )


def cloud(points: np.ndarray, height: int = 1) -> PointCloud2:
    kinds = {"f4": 7, "u2": 4}
    fields = [
        PointField(name, offset, kinds[dtype.str[1:]], 1)
        for name, (dtype, offset, *_) in points.dtype.fields.items()
    ]
    return PointCloud2(
        height=height,
        width=len(points) // height,
        fields=fields,
        point_step=points.itemsize,
        row_step=points.itemsize * len(points) // height,
        data=points.tobytes(),
        is_dense=True,
    )


def some_points(count: int = 50) -> np.ndarray:
    points = np.zeros(count, POINT)
    for name in "xyz":
        points[name] = RNG.uniform(-10.0, 10.0, count)
    points["intensity"], points["ring"], points["time"] = (
        RNG.uniform(0, 255, count),
        np.arange(count) % 16,
        np.linspace(-0.1, 0.0, count),
    )
    return points


MESSAGES = {
    "sensor_msgs/Range": Range(range=2.5),
    "sensor_msgs/Imu": Imu(
        angular_velocity=Vector3(1.0, 2.0, 3.0),
        linear_acceleration=Vector3(4.0, 5.0, 6.0),
        orientation=Quaternion(0.0, 0.0, 0.0, 1.0),
    ),
    "sensor_msgs/MagneticField": MagneticField(magnetic_field=Vector3(1e-5, 2e-5, -4e-5)),
    "geometry_msgs/WrenchStamped": WrenchStamped(
        wrench=Wrench(Vector3(1.0, 2.0, 3.0), Vector3(0.1, 0.2, 0.3))
    ),
    "gazebo_msgs/ContactsState": ContactsState(
        states=[
            ContactState(
                wrenches=[Wrench(force=Vector3(0.0, 0.0, z)) for z in (3.0, 4.0)],
                total_wrench=Wrench(force=Vector3(0.0, 0.0, 7.0)),
                contact_positions=[Vector3(0.1, 0.0, 0.0), Vector3(0.2, 0.0, 0.0)],
            ),
            ContactState(
                wrenches=[Wrench(force=Vector3(5.0, 0.0, 0.0))],
                total_wrench=Wrench(force=Vector3(5.0, 0.0, 0.0)),
                contact_positions=[Vector3(0.0, 0.3, 0.0)],
            ),
        ]
    ),
    "sensor_msgs/NavSatFix": NavSatFix(latitude=48.5, longitude=11.5, altitude=500.0),
    "sensor_msgs/JointState": JointState(
        name=["a", "b"], position=[0.1, 0.2], velocity=[1.0, 2.0], effort=[3.0, 4.0]
    ),
    "sensor_msgs/LaserScan": LaserScan(
        angle_min=-1.0,
        angle_max=1.0,
        angle_increment=0.5,
        ranges=[1.0, np.inf, 3.0, np.nan, 5.0],
        intensities=[1.0, 2.0, 3.0, 4.0, 5.0],
    ),
    "nav_msgs/Odometry": Odometry(child_frame_id="ego/base_link"),
    "geometry_msgs/PoseStamped": PoseStamped(pose=POSE),
    "geometry_msgs/PoseArray": PoseArray(poses=[POSE, POSE]),
    "geometry_msgs/PointStamped": PointStamped(point=Point(1.0, 2.0, 3.0)),
    "gazebo_msgs/ModelStates": ModelStates(
        name=["a", "b"], pose=[POSE, POSE], twist=[Twist(), Twist()]
    ),
}
MESSAGES["nav_msgs/Odometry"].pose.pose = POSE
MESSAGES["nav_msgs/Odometry"].twist.twist.linear.x = 3.0


def test_there_is_a_codec_for_every_type() -> None:
    assert set(CODECS) == set(TYPES)


@pytest.mark.parametrize("kind", MESSAGES)
def test_a_written_reading_equals_the_message(kind: str) -> None:
    before, message = copy.deepcopy(MESSAGES[kind]), copy.deepcopy(MESSAGES[kind])
    bases = list(dict.fromkeys(part.base for part in TYPES[kind].values()))
    assert write(message, kind, read(message, kind, bases))
    # As texts, since NaN equals nothing.
    assert str(message) == str(before)


def test_a_contacts_total_is_the_sum_of_its_points() -> None:
    kind = "gazebo_msgs/ContactsState"
    message = copy.deepcopy(MESSAGES[kind])
    forces = read(message, kind, ["forces"])["forces"]
    assert forces.tolist() == [[0.0, 0.0, 3.0], [0.0, 0.0, 4.0], [5.0, 0.0, 0.0]]
    assert write(message, kind, {"forces": forces + np.array([1.0, 0.0, 0.0])})
    first, second = message.states
    assert (first.total_wrench.force.x, first.total_wrench.force.z) == (2.0, 7.0)
    assert second.wrenches[0].force.x == second.total_wrench.force.x == 6.0
    empty = ContactsState()
    assert write(empty, kind, read(empty, kind, ["forces", "positions"])) and not empty.states


@pytest.mark.parametrize(
    "encoding, dtype, channels",
    [
        ("mono8", np.uint8, 1),
        ("rgb8", np.uint8, 3),
        ("bgra8", np.uint8, 4),
        ("mono16", np.uint16, 1),
    ],
)
@pytest.mark.parametrize("padding", [0, 6])
@pytest.mark.parametrize("big", [False, True])
def test_pixels_are_those_of_the_message(encoding, dtype, channels, padding, big) -> None:
    array = RNG.integers(0, 255, (4, 6, channels)).astype(dtype)
    message = image(encoding, array if channels > 1 else array[..., 0], padding, big)
    found = read(message, "sensor_msgs/Image", ["image"])["image"]
    seen = array[..., 0] if channels == 1 else array[..., :3]
    np.testing.assert_array_equal(found, seen)
    assert found.dtype == dtype
    assert write(message, "sensor_msgs/Image", {"image": found + dtype(1)})
    again = read(message, "sensor_msgs/Image", ["image"])["image"]
    np.testing.assert_array_equal(again, seen + dtype(1))
    if channels == 4:
        alpha = np.frombuffer(message.data, np.uint8).reshape(4, 6, 4)[..., 3]
        np.testing.assert_array_equal(alpha, array[..., 3])


def test_depth_in_metres_and_in_millimetres() -> None:
    metres = np.array([[1.5, np.inf], [np.nan, 2.0]], np.float32)
    found = read(image("32FC1", metres), "sensor_msgs/Image", ["depth"])["depth"]
    np.testing.assert_array_equal(found, metres)
    whole = image("16UC1", np.array([[1500, 0], [0, 2000]], np.uint16))
    found = read(whole, "sensor_msgs/Image", ["depth"])["depth"]
    np.testing.assert_allclose(found, [[1.5, np.nan], [np.nan, 2.0]])
    assert write(whole, "sensor_msgs/Image", {"depth": found + np.float32(0.0101)})
    np.testing.assert_array_equal(np.frombuffer(whole.data, np.uint16), [1510, 0, 0, 2010])


@pytest.mark.parametrize(
    "message, base, said",
    [
        (
            Image(height=2, width=2, encoding="bayer_rggb8", step=2, data=bytes(4)),
            "image",
            "encoding: 'bayer_rggb8' is not supported; these are: mono8",
        ),
        (
            Image(height=2, width=2, encoding="32FC1", step=8, data=bytes(16)),
            "image",
            "not supported by this chain's models of image",
        ),
        (
            Image(height=2, width=2, encoding="rgb8", step=6, data=bytes(12)),
            "depth",
            "not supported by this chain's models of depth",
        ),
        (Image(height=0, width=2, encoding="rgb8", step=6), "image", "an image of 2 x 0 pixels"),
        (
            Image(height=2, width=2, encoding="rgb8", step=6, data=bytes(11)),
            "image",
            "11 bytes with rows of 6 cannot be 2 x 2 pixels",
        ),
    ],
)
def test_images_that_cannot_be_degraded_are_named(message, base, said) -> None:
    with pytest.raises(InputError) as error:
        read(message, "sensor_msgs/Image", [base])
    assert said in str(error.value)


def test_a_cloud_keeps_its_bytes_but_for_what_changed() -> None:
    points = some_points()
    message = cloud(points)
    beams = read(message, "sensor_msgs/PointCloud2", ["beams"])["beams"]
    np.testing.assert_allclose(
        beams.ranges, np.sqrt(points["x"] ** 2 + points["y"] ** 2 + points["z"] ** 2), rtol=1e-6
    )
    beams.ranges[3] = np.inf
    beams.ranges[5] *= 2.0
    assert write(message, "sensor_msgs/PointCloud2", {"beams": beams})
    found = np.frombuffer(message.data, POINT)
    assert message.width == 49 and message.row_step == 49 * 32 and message.is_dense
    kept = np.delete(points, 3)
    for name in ("ring", "time", "intensity"):
        np.testing.assert_array_equal(found[name], kept[name])
    np.testing.assert_allclose(found["x"][4], 2.0 * points["x"][5], rtol=1e-6)


def test_an_organised_cloud_stays_organised() -> None:
    message = cloud(some_points(), height=5)
    beams = read(message, "sensor_msgs/PointCloud2", ["beams"])["beams"]
    beams.ranges[7] = np.inf
    assert write(message, "sensor_msgs/PointCloud2", {"beams": beams})
    assert (message.height, message.width) == (5, 10) and not message.is_dense
    assert np.isnan(np.frombuffer(message.data, POINT)["x"][7])


def test_depth_of_a_cloud_moves_points_along_their_rays() -> None:
    points = some_points()
    points["z"] = np.abs(points["z"]) + 1.0
    message = cloud(points, height=5)
    depth = read(message, "sensor_msgs/PointCloud2", ["depth"])["depth"]
    assert depth.shape == (5, 10)
    assert write(message, "sensor_msgs/PointCloud2", {"depth": depth * np.float32(1.5)})
    found = np.frombuffer(message.data, POINT)
    for name in "xyz":
        np.testing.assert_allclose(found[name], 1.5 * points[name], rtol=1e-6)


def test_an_empty_cloud_is_one_and_a_torn_one_is_named() -> None:
    empty = cloud(some_points(0))
    assert (
        write(empty, "sensor_msgs/PointCloud2", read(empty, "sensor_msgs/PointCloud2", ["beams"]))
        and empty.width == 0
    )
    torn = cloud(some_points())
    torn.data = torn.data[:-5]
    with pytest.raises(InputError, match="cannot be 50 x 1 points"):
        read(torn, "sensor_msgs/PointCloud2", ["beams"])


@pytest.mark.parametrize(
    "latitude, longitude, altitude",
    [(0.0, 0.0, 0.0), (48.5, 11.5, 500.0), (-33.0, 179.99999, 0.0), (89.0, -120.0, 100.0)],
)
def test_metres_on_the_ellipsoid(latitude, longitude, altitude) -> None:
    """Against earth-centred coordinates."""

    def place(fix: NavSatFix) -> np.ndarray:
        a, e2 = 6378137.0, 6.69437999014e-3
        north, east = np.radians([fix.latitude, fix.longitude])
        n = a / np.sqrt(1 - e2 * np.sin(north) ** 2)
        return np.array(
            [
                (n + fix.altitude) * np.cos(north) * np.cos(east),
                (n + fix.altitude) * np.cos(north) * np.sin(east),
                (n * (1 - e2) + fix.altitude) * np.sin(north),
            ]
        )

    message = NavSatFix(latitude=latitude, longitude=longitude, altitude=altitude)
    before = place(message)
    assert write(message, "sensor_msgs/NavSatFix", {"fix": np.array([3.0, -4.0, 12.0])})
    assert np.linalg.norm(place(message) - before) == pytest.approx(13.0, abs=1e-3)
    assert (
        message.altitude == pytest.approx(altitude + 12.0)
        and -180.0 <= message.longitude < 180.0
        and message.latitude < latitude
    )


def test_an_only_object_that_is_lost_sends_nothing() -> None:
    message = PoseStamped(pose=POSE)
    objects = read(message, "geometry_msgs/PoseStamped", ["objects"])["objects"]
    assert not write(
        message, "geometry_msgs/PoseStamped", {"objects": objects.chosen(np.array([], int))}
    )


def test_a_detector_reports_no_speeds() -> None:
    message = copy.deepcopy(MESSAGES["gazebo_msgs/ModelStates"])
    message.twist[0].linear.x = 1.0
    objects = read(message, "gazebo_msgs/ModelStates", ["objects"])["objects"]
    assert write(
        message, "gazebo_msgs/ModelStates", {"objects": objects.chosen(np.array([0, 0, 1]))}
    )
    assert (
        message.name == ["a", "a", "b"]
        and len(message.pose) == len(message.twist) == 3
        and message.twist[0].linear.x == 0.0
    )
