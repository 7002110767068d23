// A model's SDF or URDF text, checked before Gazebo receives it: Gazebo itself only logs errors and
// continues with defaults.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <utility>

#include <ignition/math/Pose3.hh>
#include <sdf/sdf.hh>

namespace sim {

class Description {
 public:
  Description(sdf::SDFPtr sdf, std::set<std::string> missing)
      : sdf_(std::move(sdf)), missing_(std::move(missing)) {}

  std::string name() const;
  // Return the model's SDF under a name; its own <pose> is relative to `pose`, as in gazebo_ros.
  // Plugins without <robotNamespace> get `space`, unless that is empty.
  std::string placed(const std::string& name, const ignition::math::Pose3d& pose,
                     const std::string& space) const;
  // Things that were not found: scripts of materials, meshes of visuals, links of tags.
  const std::set<std::string>& missing() const { return missing_; }

 private:
  sdf::ElementPtr model() const { return sdf_->Root()->GetElement("model"); }

  sdf::SDFPtr sdf_;
  std::set<std::string> missing_;
};

// Both throw Refusal, which names the line or element, for a text without one usable model.
Description read_sdf(const std::string& text);
Description read_urdf(const std::string& text);
// Return whether the text's root element is that of a URDF; Refusal if it is not XML.
bool is_urdf(const std::string& text);

}  // namespace sim
