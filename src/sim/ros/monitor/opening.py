"""Opens panels by the service ``open_panel``.

It is passed on to the pages by a topic of the same name.
"""

from __future__ import annotations

import json
from typing import Any, Sequence

import rospy
from std_msgs.msg import String

from sim.srv import OpenPanel, OpenPanelResponse

# Panels of the page itself.
PANELS = (
    *("view", "picture", "plot", "topics", "nodes", "services", "actions", "publish", "parameters"),
    *("noise", "lights", "scene", "robots", "diagnostics", "log", "record", "runs", "script"),
)


class PanelOpening:
    """The service; ``own`` are the panels of packages."""

    def __init__(self, own: Sequence[str]) -> None:
        self._names = (*PANELS, *own)
        self._publisher = rospy.Publisher("~open_panel", String, queue_size=10)
        rospy.Service("~open_panel", OpenPanel, self._open)

    def _open(self, request: Any) -> OpenPanelResponse:
        if request.panel not in self._names:
            known = ", ".join(self._names)
            return OpenPanelResponse(False, f"panel {request.panel!r} is not one of: {known}")
        try:
            settings = json.loads(request.settings or "{}")
        except ValueError as error:
            return OpenPanelResponse(False, f"settings are not JSON: {error}")
        if not isinstance(settings, dict):
            return OpenPanelResponse(False, 'settings are an object, as {"topic": "/camera"}')
        self._publisher.publish(json.dumps({"panel": request.panel, "settings": settings}))
        pages = self._publisher.get_num_connections()
        if not pages:
            return OpenPanelResponse(False, "no page is open")
        return OpenPanelResponse(True, f"opened {request.panel}")
