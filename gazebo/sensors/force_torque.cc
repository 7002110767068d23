#include "sensors/force_torque.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include <geometry_msgs/WrenchStamped.h>

#include "core/convert.h"

namespace sim {
namespace {

std::string said(const Mount& mount, const std::string& tag, const std::string& usual,
                 const std::vector<std::string>& known) {
  const auto& sensor = mount.sdf();
  const auto part =
      sensor->HasElement("force_torque") ? sensor->GetElement("force_torque") : nullptr;
  const std::string text = part && part->HasElement(tag) ? part->Get<std::string>(tag) : usual;
  if (std::find(known.begin(), known.end(), text) != known.end()) return text;
  std::string all;
  for (const std::string& one : known) all += (all.empty() ? "" : ", ") + one;
  throw std::runtime_error("<" + tag + "> is '" + text + "'; write one of " + all);
}

}  // namespace

ForceTorque::ForceTorque(const Mount& mount)
    : mount_(mount),
      axes_(said(mount, "frame", "child", {"child", "parent", "sensor"})),
      sign_(said(mount, "measure_direction", "child_to_parent",
                 {"child_to_parent", "parent_to_child"}) == "child_to_parent"
                ? 1.0
                : -1.0) {
  const auto joint = mount_.joint();
  if (!joint) throw std::runtime_error("is of a joint; move it into one");
  joint->SetProvideFeedback(true);
  const auto link = axes_ == "parent" ? joint->GetParent() : joint->GetChild();
  frame_ = axes_ == "sensor" ? mount_.frame() : link ? link_frame(*link) : "world";
  wrenches_ = Simulator::instance().node().advertise<geometry_msgs::WrenchStamped>(
      mount_.topic("wrench", "topicName"), 100);
}

ignition::math::Quaterniond ForceTorque::turn(const gazebo::physics::Link& child) const {
  if (axes_ == "sensor") return mount_.link_from_sensor().Rot().Inverse();
  if (axes_ == "child") return ignition::math::Quaterniond::Identity;
  const auto parent = mount_.joint()->GetParent();
  const auto world_from_child = child.WorldPose().Rot();
  return parent ? parent->WorldPose().Rot().Inverse() * world_from_child : world_from_child;
}

void ForceTorque::measure(double time) {
  const auto link = mount_.link();
  const auto joint = mount_.joint();
  if (!link || !joint) return;
  const auto wrench = joint->GetForceTorque(0u);
  const auto turned = turn(*link);
  geometry_msgs::WrenchStamped message;
  message.header = header(time, frame_);
  message.wrench.force = vector_message<geometry_msgs::Vector3>(turned * wrench.body2Force * sign_);
  message.wrench.torque =
      vector_message<geometry_msgs::Vector3>(turned * wrench.body2Torque * sign_);
  wrenches_.publish(message);
}

}  // namespace sim
