"""Offers services that answer errors with ``success: false`` and a message.

The node never dies of them.
"""

from __future__ import annotations

import logging
from typing import Any, Callable, Dict, Protocol

import rospy

from sim.errors import SimError

log = logging.getLogger(__name__)


class FunctionRunner(Protocol):
    """Has a function run by the thread that owns the data.

    It returns the function's result or raises its error.
    """

    def call(self, function: Callable[[], Any]) -> Any: ...


def offer(
    name: str, kind: Any, mailbox: FunctionRunner, handler: Callable[[Any], Dict[str, Any]]
) -> rospy.Service:
    """Offer a service with a ``handler`` that runs in the owner's thread.

    The handler returns the answer's fields beside success and message.
    """
    response = kind._response_class

    def serve(request: Any) -> Any:
        try:
            fields = mailbox.call(lambda: handler(request)) or {}
        except SimError as error:
            return response(success=False, status_message=f"{name}: {error}")
        except Exception as error:
            # A request must not end the simulator.
            log.exception("%s failed", name)
            return response(
                success=False, status_message=f"{name}: unexpected {type(error).__name__}: {error}"
            )
        fields.setdefault("success", True)
        fields.setdefault("status_message", f"{name}: done")
        return response(**fields)

    return rospy.Service(name, kind, serve)


def offer_empty(name: str, mailbox: FunctionRunner, action: Callable[[], None]) -> rospy.Service:
    """Offer a std_srvs/Empty service."""
    from std_srvs.srv import Empty, EmptyResponse

    def serve(request: Any) -> EmptyResponse:
        try:
            mailbox.call(action)
        except SimError as error:
            rospy.logerr("%s: %s", name, error)
        return EmptyResponse()

    return rospy.Service(name, Empty, serve)
