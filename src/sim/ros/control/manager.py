"""A client of a robot's controller manager."""

from __future__ import annotations

import time
from typing import Any, List, Sequence

import rospy

from controller_manager_msgs.srv import (
    ListControllers,
    ListControllerTypes,
    LoadController,
    ReloadControllerLibraries,
    SwitchController,
    SwitchControllerRequest,
    UnloadController,
)
from sim.errors import SimulationError

# Wall s between two looks for a service.
AGAIN = 0.2


class ControllerManager:
    """The controller manager of a namespace; SimulationError if it does not answer."""

    def __init__(self, namespace: str) -> None:
        own = "controller_manager"
        self._space = rospy.resolve_name(f"{namespace.rstrip('/')}/{own}" if namespace else own)

    def wait(self, timeout: float) -> None:
        """Wait until its services exist.

        ``timeout`` in wall s, 0 for no limit. ROSInterruptException if this program must end.
        """
        end = time.monotonic() + timeout if timeout > 0.0 else float("inf")
        name = f"{self._space}/load_controller"
        while True:
            try:
                rospy.wait_for_service(name, timeout=AGAIN)
                return
            except rospy.ROSInterruptException:
                raise
            except rospy.ROSException:
                if time.monotonic() > end:
                    raise SimulationError(
                        f"{name} is not there after {timeout:g} s; start the simulator and spawn a "
                        "robot with libgazebo_ros_control.so in this namespace"
                    ) from None

    def list(self) -> List[Any]:
        """Return the controller_manager_msgs/ControllerState of each controller."""
        return list(self._call("list_controllers", ListControllers).controller)

    def types(self) -> List[str]:
        return list(self._call("list_controller_types", ListControllerTypes).types)

    def load(self, name: str) -> bool:
        return bool(self._call("load_controller", LoadController, name).ok)

    def unload(self, name: str) -> bool:
        return bool(self._call("unload_controller", UnloadController, name).ok)

    def reload(self) -> bool:
        return bool(self._call("reload_controller_libraries", ReloadControllerLibraries, False).ok)

    def switch(self, start: Sequence[str] = (), stop: Sequence[str] = ()) -> bool:
        """Start and stop all of these controllers, or none."""
        request = SwitchControllerRequest(
            list(start), list(stop), SwitchControllerRequest.STRICT, False, 0.0
        )
        return bool(self._call("switch_controller", SwitchController, request).ok)

    def _call(self, name: str, kind: Any, *given: Any) -> Any:
        try:
            return rospy.ServiceProxy(f"{self._space}/{name}", kind)(*given)
        except rospy.ServiceException as error:
            raise SimulationError(f"{self._space}/{name}: {error}") from None
