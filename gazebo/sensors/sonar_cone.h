// The cone of a sonar of Gazebo's own.
#pragma once

#include <gazebo/physics/Link.hh>

namespace sim {

// Takes the cones of a link's sonars out of physics and out of the link. Gazebo's sonar measures by
// the contacts of a mesh, which costs time in each step. The mesh belongs to the link and to the
// sensor, which end in two threads: gzserver ends where both free it at the same moment, or where
// it touches something after its link has ended. Between two steps; the sensor itself must go on.
void take_out_sonar_cones(gazebo::physics::Link& link);

}  // namespace sim
