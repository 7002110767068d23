#include "sensors/model_topics.h"

#include <algorithm>

#include <gazebo/physics/Joint.hh>
#include <nav_msgs/Odometry.h>
#include <tf2_msgs/TFMessage.h>

#include "core/convert.h"
#include "core/simulator.h"
#include "sensors/mount.h"

namespace sim {
namespace {

using gazebo::physics::Link;
using gazebo::physics::LinkPtr;
using ignition::math::Pose3d;

double parameter(const std::string& name, double usual) {
  const double given = Simulator::instance().private_node().param(name, usual);
  if (given > 0.0) return given;
  ROS_ERROR("%s: %g Hz must be above 0; using %g Hz", name.c_str(), given, usual);
  return usual;
}

LinkPtr base_of(const gazebo::physics::ModelPtr& model) {
  return model && !model->GetLinks().empty() ? model->GetLinks().front() : nullptr;
}

// Return whether only fixed joints connect a link to another.
bool rigid(const LinkPtr& link, const Link& base, int depth = 0) {
  if (link->GetId() == base.GetId()) return true;
  if (depth > 20) return false;
  for (const auto& joint : link->GetParentJoints()) {
    if (joint->HasType(gazebo::physics::Base::FIXED_JOINT) && joint->GetParent() &&
        rigid(joint->GetParent(), base, depth + 1))
      return true;
  }
  return false;
}

geometry_msgs::TransformStamped transform(const std::string& parent, const std::string& child,
                                          const Pose3d& pose, double time) {
  geometry_msgs::TransformStamped made;
  made.header = header(time, parent);
  made.child_frame_id = child;
  made.transform.translation = vector_message<geometry_msgs::Vector3>(pose.Pos());
  made.transform.rotation = pose_message(pose).orientation;
  return made;
}

}  // namespace

bool driven(gazebo::physics::Model& model) {
  const auto sdf = model.GetSDF();
  if (!sdf || !sdf->HasElement("plugin")) return false;
  for (auto plugin = sdf->GetElement("plugin"); plugin; plugin = plugin->GetNextElement("plugin")) {
    if (plugin->Get<std::string>("filename").find("libsim_vehicle.so") != std::string::npos)
      return true;
  }
  return false;
}

ModelTopics::ModelTopics(const gazebo::physics::ModelPtr& model)
    : model_(model),
      name_(model->GetName()),
      truth_schedule_(parameter("ground_truth_rate", 50.0)),
      frames_throttle_(parameter("tf_rate", 50.0)) {}

bool ModelTopics::gone() const {
  const auto model = model_.lock();
  return !model || !model->GetWorld();
}

void ModelTopics::place(const LinkPtr& link) {
  const auto model = model_.lock();
  const auto base = base_of(model);
  const std::string frame = link_frame(*link);
  if (!base || std::find(placed_.begin(), placed_.end(), frame) != placed_.end()) return;
  placed_.push_back(frame);
  Simulator& simulator = Simulator::instance();
  if (link->GetId() == base->GetId()) {
    if (driven(*model)) return;
    if (model->IsStatic()) {
      standing_ = link->WorldPose();
      return simulator.static_tf().add("map", frame, standing_);
    }
  } else {
    place(base);
    if (model->IsStatic() || rigid(link, *base)) {
      return simulator.static_tf().add(name_ + "/base_link", frame,
                                       link->WorldPose() - base->WorldPose());
    }
  }
  if (!tf_) tf_ = simulator.node().advertise<tf2_msgs::TFMessage>("/tf", 100);
  moving_.push_back(link);
}

void ModelTopics::tell_truth() {
  if (!truth_)
    truth_ = Simulator::instance().node().advertise<nav_msgs::Odometry>(
        "/" + name_ + "/ground_truth", 100);
}

void ModelTopics::after_step(double time, double step) {
  const auto base = gone() ? nullptr : base_of(model_.lock());
  if (!base) return;
  if (truth_ && truth_schedule_.due(time, step) && truth_.getNumSubscribers() > 0)
    publish_truth(*base, time);
  if (!frames_throttle_.due(time)) return;
  if (!moving_.empty() && tf_.getNumSubscribers() > 0) publish_frames(*base, time);
  // The model was moved from outside.
  if (base->IsStatic() && !placed_.empty() && base->WorldPose() != standing_) {
    standing_ = base->WorldPose();
    Simulator::instance().static_tf().add("map", name_ + "/base_link", standing_);
  }
}

// The twist is in the axes of base_link.
void ModelTopics::publish_truth(const Link& base, double time) const {
  const Pose3d& pose = base.WorldPose();
  nav_msgs::Odometry message;
  message.header = header(time, "world");
  message.child_frame_id = name_ + "/base_link";
  message.pose.pose = pose_message(pose);
  message.twist.twist = twist_message(
      pose.Rot().RotateVectorReverse(base.WorldLinearVel(ignition::math::Vector3d::Zero)),
      pose.Rot().RotateVectorReverse(base.WorldAngularVel()));
  truth_.publish(message);
}

void ModelTopics::publish_frames(const Link& base, double time) const {
  tf2_msgs::TFMessage message;
  for (const auto& weak : moving_) {
    const auto link = weak.lock();
    if (!link || !link->GetWorld()) continue;
    const bool first = link->GetId() == base.GetId();
    message.transforms.push_back(
        first ? transform("map", name_ + "/base_link", link->WorldPose(), time)
              : transform(name_ + "/base_link", link_frame(*link),
                          link->WorldPose() - base.WorldPose(), time));
  }
  tf_.publish(message);
}

}  // namespace sim
