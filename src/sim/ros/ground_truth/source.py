"""A topic of Gazebo, subscribed only while its results are needed."""

from __future__ import annotations

from typing import Any, Callable, Optional

import rospy


class MessageSource:
    """Calls ``take`` with the messages of ``topic`` of type ``kind``. Call :meth:`close` at the
    end.
    """

    def __init__(self, topic: str, kind: Any, take: Callable[[Any], None]) -> None:
        self._topic, self._kind, self._take = topic, kind, take
        self._heard: Optional[rospy.Subscriber] = None

    def follow(self, wanted: bool) -> None:
        """Subscribe or unsubscribe."""
        if wanted and self._heard is None:
            self._heard = rospy.Subscriber(
                self._topic, self._kind, self._take, buff_size=2**22, tcp_nodelay=True
            )
        elif not wanted:
            self.close()

    def close(self) -> None:
        """Unsubscribe."""
        if self._heard is not None:
            self._heard.unregister()
            self._heard = None
