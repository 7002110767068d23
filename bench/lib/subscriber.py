"""Process that receives and decodes all topics of the bridge.

The simulator and RViz do the same.
"""

from __future__ import annotations

import rospy
from tf2_msgs.msg import TFMessage

from sim.msg import TrafficTypes, TrafficVehicles
from sim.ros.conversions import NumpyTrafficStates, state_from_message

if __name__ == "__main__":
    rospy.init_node("listener")
    rospy.Subscriber(
        "/traffic/states", NumpyTrafficStates, state_from_message, tcp_nodelay=True, buff_size=2**22
    )
    rospy.Subscriber("/traffic/vehicles", TrafficVehicles, lambda message: None)
    rospy.Subscriber("/traffic/types", TrafficTypes, lambda message: None)
    rospy.Subscriber("/tf", TFMessage, lambda message: None)
    rospy.spin()
