// Sensors and plugins of links that sdformat merges with their parents.
#pragma once

#include <boost/property_tree/ptree.hpp>
#include <sdf/Element.hh>

namespace sim {

// sdformat 9 merges a link with its parent at a fixed joint, and moves its collisions, visuals and
// inertia rightly; but its sensors and lights lose their own poses, and offsets of plugins are
// composed in the wrong order. Write the right ones into the converted model, from its URDF.
// Plugins of this package get pose and name of the link as <linkXyz>, <linkRpy> and <linkFrame>,
// and of a frame as <frameXyz>, <frameRpy> and <frameLink>.
void place_lumped(const boost::property_tree::ptree& robot, const sdf::ElementPtr& model);

}  // namespace sim
