// The cone of a sonar of Gazebo's own.
#pragma once

#include <gazebo/physics/Link.hh>

namespace sim {

// Remove the cones of a link's sonars from physics and from the link. Gazebo's sonar measures by
// the contacts of a mesh, which costs time in each step. The mesh belongs to the link and to the
// sensor, which end in two threads: gzserver crashes if both free it at the same moment, or if it
// touches something after its link has ended. Call it between two steps; the sensor itself must
// remain.
void take_out_sonar_cones(gazebo::physics::Link& link);

}  // namespace sim
