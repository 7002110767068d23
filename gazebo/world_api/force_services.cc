#include <algorithm>
#include <cmath>

#include <gazebo/physics/physics.hh>
#include <gazebo_msgs/ApplyBodyWrench.h>
#include <gazebo_msgs/ApplyJointEffort.h>
#include <gazebo_msgs/BodyRequest.h>
#include <gazebo_msgs/JointRequest.h>

#include "core/convert.h"
#include "world_api/entities.h"
#include "world_api/service.h"
#include "world_api/services.h"

namespace sim {
namespace {

namespace physics = gazebo::physics;
using namespace gazebo_msgs;

template <class Request>
Interval interval_of(const Request& request) {
  Interval interval;
  interval.begin = std::max(request.start_time.toSec(), simulator().time());
  const double lasts = request.duration.toSec();
  if (lasts == 0.0)
    throw Refusal("duration", "is 0 s, which acts at no step; negative acts for ever");
  if (lasts > 0.0) interval.end = interval.begin + lasts;
  return interval;
}

void apply_body_wrench(TimedForces& forces, ApplyBodyWrench::Request& request) {
  const auto locked = simulator().lock_entities();
  const auto link = link_named(request.body_name);
  const auto turn = in_world({}, request.reference_frame).pose.Rot();
  const auto force = turn * finite("wrench", vector_from(request.wrench.force)),
             torque = turn * finite("wrench", vector_from(request.wrench.torque)),
             point = finite("reference_point", vector_from(request.reference_point));
  const boost::weak_ptr<physics::Link> weak = link;
  forces.add(link, *link, interval_of(request), [=] {
    const auto pushed = weak.lock();
    const ignition::math::Pose3d pose = pushed->WorldPose();
    pushed->AddForceAtWorldPosition(force, pose.Pos() + pose.Rot() * point);
    pushed->AddTorque(torque);
  });
}

// Return a link that exists as long as the joint.
physics::LinkPtr link_of(const physics::JointPtr& joint) {
  return joint->GetChild() ? joint->GetChild() : joint->GetParent();
}

void apply_joint_effort(TimedForces& forces, ApplyJointEffort::Request& request) {
  const auto locked = simulator().lock_entities();
  const auto joint = joint_named(request.joint_name);
  if (joint->DOF() == 0) throw Refusal(request.joint_name, "a fixed joint cannot move");
  const double effort = request.effort;
  if (!std::isfinite(effort))
    throw Refusal("effort", std::to_string(effort) + " must be a finite number of N m or N");
  const boost::weak_ptr<physics::Joint> weak = joint;
  forces.add(link_of(joint), *joint, interval_of(request), [=] {
    if (const auto pushed = weak.lock()) pushed->SetForce(0, effort);
  });
}

}  // namespace

ForceServices::ForceServices() {
  ros::NodeHandle& node = simulator().service_node();
  services_ = {
      offer<ApplyBodyWrench>(node, "gazebo/apply_body_wrench",
                             [this](auto& ask, auto&) { apply_body_wrench(forces_, ask); }),
      offer<ApplyJointEffort>(node, "gazebo/apply_joint_effort",
                              [this](auto& ask, auto&) { apply_joint_effort(forces_, ask); }),
      offer_silent<BodyRequest>(node, "gazebo/clear_body_wrenches",
                                [this](const auto& ask) {
                                  const auto locked = simulator().lock_entities();
                                  forces_.forget(*link_named(ask.body_name));
                                }),
      offer_silent<JointRequest>(node, "gazebo/clear_joint_forces",
                                 [this](const auto& ask) {
                                   const auto locked = simulator().lock_entities();
                                   forces_.forget(*joint_named(ask.joint_name));
                                 }),
  };
}

}  // namespace sim
