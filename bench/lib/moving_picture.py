"""Draws the README's moving picture: the ego's way through the merge.

It is seen from behind. Usage: ``./run exec python3 -m bench.lib.moving_picture
docs/images/hybrid_merge.gif``.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import List

from PIL import Image

from bench.lib.processes import launch_file

# Begin and end of the picture, and the interval of its frames.
BEGIN_TIME = 90.0  # s of simulated time
END_TIME = 115.0  # s of simulated time
FRAME_PERIOD = 0.5  # s of simulated time
FRAME_TIME = 160  # ms, for which a frame is shown
WIDTH = 560  # px
HEIGHT = 262  # px
COLORS = 64
NAME = "chase"
MODEL = f"""<?xml version="1.0"?>
<sdf version="1.6">
  <model name="{NAME}">
    <link name="link">
      <sensor name="{NAME}" type="camera">
        <pose>-12 0 6 0 0.22 0</pose>
        <update_rate>{1.0 / FRAME_PERIOD}</update_rate>
        <camera>
          <horizontal_fov>1.2</horizontal_fov>
          <image><width>{WIDTH}</width><height>{HEIGHT}</height></image>
          <clip><near>0.5</near><far>400</far></clip>
        </camera>
      </sensor>
    </link>
  </model>
</sdf>
"""


def draw(path: Path) -> None:
    """Run the merge on the embedded simulator and write the picture."""
    with tempfile.TemporaryDirectory() as place:
        model, frames = Path(place) / NAME, Path(place) / "frames"
        model.mkdir()
        frames.mkdir()
        (model / "model.config").write_text(
            f'<?xml version="1.0"?><model><name>{NAME}</name><sdf version="1.6">model.sdf</sdf>'
            "</model>\n"
        )
        (model / "model.sdf").write_text(MODEL)
        launch_file(
            "hybrid_merge.launch",
            {
                "sensors": NAME,
                "mode": "lockstep",
                "seed": 42,
                "camera_quality": "best",
                "time_of_day": 10,
            },
            END_TIME,
            "embedded",
            timeout=600.0,
            models=Path(place),
            beside=[sys.executable, "-m", "bench.lib.moving_picture", "--listen", str(frames)],
        )
        pictures: List[Image.Image] = [
            Image.open(frame).convert("RGB").quantize(COLORS, dither=Image.Dither.NONE)
            for frame in sorted(frames.glob("*.png"))
        ]
    pictures[0].save(
        path, save_all=True, append_images=pictures[1:], duration=FRAME_TIME, loop=0, optimize=True
    )
    print(f"{path}: {len(pictures)} frames, {path.stat().st_size / 1e6:.1f} MB")


def listen(folder: Path) -> None:
    """Store the frames of the shown time."""
    import rospy
    from sensor_msgs.msg import Image as ImageMessage

    def keep(message: ImageMessage) -> None:
        time = message.header.stamp.to_sec()
        if BEGIN_TIME <= time <= END_TIME:
            size = (message.width, message.height)
            Image.frombytes("RGB", size, message.data).save(folder / f"{time:09.3f}.png")

    rospy.init_node("moving_picture")
    rospy.Subscriber(f"/ego/{NAME}/image_raw", ImageMessage, keep, queue_size=10)
    rospy.spin()


if __name__ == "__main__":
    if sys.argv[1] == "--listen":
        listen(Path(sys.argv[2]))
    else:
        draw(Path(sys.argv[1]))
