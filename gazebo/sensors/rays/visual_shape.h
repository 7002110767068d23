// The visuals of a link as triangles in its frame: what rays meet is what cameras show, whatever
// the collisions are.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <gazebo/msgs/msgs.hh>
#include <gazebo/physics/PhysicsTypes.hh>
#include <ignition/math/Pose3.hh>

#include "laws/sensors/triangle_tree.h"

namespace sim {

// A limb of a person of the traffic, about its middle.
struct LimbShape {
  std::string visual;           // its full name
  ignition::math::Pose3d rest;  // in the link
  std::shared_ptr<const TriangleTree> tree;
};

// Full names of visuals, by the part numbers of triangles.
using PartNames = std::shared_ptr<const std::vector<std::string>>;

struct VisualShape {
  std::shared_ptr<const TriangleTree> body;
  PartNames parts;
  std::vector<LimbShape> limbs;
};

// Returns whether to skip a visual, by its message.
using LeftOut = std::function<bool(const gazebo::msgs::Visual&)>;

// Shapes of links; links with the same visuals share one.
class VisualShapes {
 public:
  // With the `limbs` apart where the link is a person's.
  VisualShape of(const gazebo::physics::Link& link);
  // Drops what only this still has.
  void forget_unused();

 private:
  std::map<std::string, std::shared_ptr<const TriangleTree>> known_;
};

// All visuals of a link but those left out, limbs where they rest, with the part numbers of its
// VisualShape.
std::shared_ptr<const TriangleTree> link_tree(const gazebo::physics::Link& link,
                                              const LeftOut& left_out);

// Return whether the box around a visual of a link contains a point of the link.
bool encloses(const gazebo::msgs::Visual& visual, const ignition::math::Vector3d& point);

}  // namespace sim
