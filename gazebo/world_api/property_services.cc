#include <cmath>
#include <sstream>

#include <gazebo/physics/physics.hh>
#include <gazebo_msgs/GetLinkProperties.h>
#include <gazebo_msgs/SetJointProperties.h>
#include <gazebo_msgs/SetLinkProperties.h>
#include <ignition/math/MassMatrix3.hh>

#include "core/convert.h"
#include "world_api/entities.h"
#include "world_api/service.h"
#include "world_api/services.h"

namespace sim {
namespace {

namespace physics = gazebo::physics;
using namespace gazebo_msgs;
using ignition::math::Vector3d;

// m; the same centre of mass.
constexpr double SAME = 1e-9;

std::string text_of(double number) {
  std::ostringstream text;
  text << number;
  return text.str();
}

void get_link_properties(GetLinkProperties::Request& request, GetLinkProperties::Response& answer) {
  const auto locked = simulator().lock_entities();
  const auto link = link_named(request.link_name);
  const auto inertial = link->GetInertial();
  answer.com = pose_message(inertial->Pose());
  answer.gravity_mode = link->GetGravityMode();
  answer.mass = inertial->Mass();
  answer.ixx = inertial->IXX();
  answer.ixy = inertial->IXY();
  answer.ixz = inertial->IXZ();
  answer.iyy = inertial->IYY();
  answer.iyz = inertial->IYZ();
  answer.izz = inertial->IZZ();
}

ignition::math::MassMatrix3d mass_of(const SetLinkProperties::Request& request) {
  if (!(request.mass > 0.0) || std::isinf(request.mass))
    throw Refusal("mass " + text_of(request.mass), "must be a finite number of kg above 0");
  const Vector3d moments(request.ixx, request.iyy, request.izz),
      products(request.ixy, request.ixz, request.iyz);
  if (!moments.IsFinite() || !products.IsFinite())
    throw Refusal("inertia", "holds a number that is not finite");
  ignition::math::MassMatrix3d mass(request.mass, moments, products);
  if (!mass.IsPositive())
    throw Refusal("inertia", "must be positive definite, as that of every body is");
  return mass;
}

void set_link_properties(SetLinkProperties::Request& request, SetLinkProperties::Response& answer) {
  const auto locked = simulator().lock_entities();
  const auto link = link_named(request.link_name);
  if (link->GetModel()->IsStatic())
    throw Refusal(request.link_name, "the model is static; its links have no physical properties");
  const auto mass = mass_of(request);
  const auto com = pose_from(request.com);
  const auto inertial = link->GetInertial();
  const bool moves = com.Pos().Distance(inertial->CoG()) > SAME;
  // ODE's body is at the centre of mass, and its joints are stored relative to that.
  if (moves && !(link->GetParentJoints().empty() && link->GetChildJoints().empty()))
    throw Refusal("com", "cannot move in a link with joints while the world runs on Gazebo");
  const auto pose = link->WorldPose();
  const Vector3d velocity = link->WorldLinearVel(), spin = link->WorldAngularVel();
  inertial->SetCoG(com);
  inertial->SetMass(mass.Mass());
  inertial->SetMOI(mass.Moi());
  link->UpdateMass();
  link->SetGravityMode(request.gravity_mode);
  if (moves) {
    for (const auto& collision : link->GetCollisions())
      collision->SetRelativePose(collision->RelativePose());
    link->SetWorldPose(pose);
    link->SetAngularVel(spin);
    link->SetLinearVel(velocity + spin.Cross(link->WorldCoGPose().Pos() - pose.Pos()));
  }
  link->SetEnabled(true);
  answer.status_message = "properties set";
}

// Check the given values of one setting, one number per axis.
template <class Wrong>
void check(const std::vector<double>& values, const char* name, unsigned axes,
           const std::string& wanted, Wrong wrong) {
  if (values.size() > axes)
    throw Refusal(name, std::to_string(values.size()) + " numbers for a joint of " +
                            std::to_string(axes) + " axes");
  for (const double value : values) {
    if (wrong(value)) throw Refusal(name, text_of(value) + " " + wanted);
  }
}

double at(const std::vector<double>& values, unsigned axis, double usual) {
  return axis < values.size() ? values[axis] : usual;
}

void check_config(const ODEJointProperties& config, const physics::Joint& joint) {
  const unsigned axes = joint.DOF();
  const auto below = [](double value) { return !(value >= 0.0) || std::isinf(value); };
  const auto infinite = [](double value) { return !std::isfinite(value); };
  const auto none = [](double value) { return std::isnan(value); };
  check(config.damping, "damping", axes, "must not be negative, and finite", below);
  check(config.fmax, "fmax", axes, "must not be negative, and finite", below);
  check(config.loStop, "loStop", axes, "must be a number", none);
  check(config.hiStop, "hiStop", axes, "must be a number", none);
  const std::pair<const char*, const std::vector<double>*> others[] = {
      {"erp", &config.erp},           {"cfm", &config.cfm}, {"stop_erp", &config.stop_erp},
      {"stop_cfm", &config.stop_cfm}, {"vel", &config.vel}, {"fudge_factor", &config.fudge_factor}};
  for (const auto& [name, values] : others) check(*values, name, axes, "must be finite", infinite);
  for (unsigned axis = 0; axis < axes; ++axis) {
    const double lower = at(config.loStop, axis, joint.LowerLimit(axis)),
                 upper = at(config.hiStop, axis, joint.UpperLimit(axis));
    if (lower > upper)
      throw Refusal("loStop " + text_of(lower), "is above hiStop " + text_of(upper));
  }
}

void set_joint_properties(SetJointProperties::Request& request,
                          SetJointProperties::Response& answer) {
  const auto locked = simulator().lock_entities();
  const auto joint = joint_named(request.joint_name);
  if (joint->DOF() == 0) throw Refusal(request.joint_name, "a fixed joint cannot move");
  const ODEJointProperties& config = request.ode_joint_config;
  check_config(config, *joint);
  const std::pair<const char*, const std::vector<double>*> parameters[] = {
      {"erp", &config.erp},
      {"cfm", &config.cfm},
      {"stop_erp", &config.stop_erp},
      {"stop_cfm", &config.stop_cfm},
      {"fmax", &config.fmax},
      {"vel", &config.vel},
      {"fudge_factor", &config.fudge_factor}};
  for (unsigned axis = 0; axis < joint->DOF(); ++axis) {
    if (axis < config.damping.size()) joint->SetDamping(axis, config.damping[axis]);
    if (axis < config.loStop.size()) joint->SetLowerLimit(axis, config.loStop[axis]);
    if (axis < config.hiStop.size()) joint->SetUpperLimit(axis, config.hiStop[axis]);
    for (const auto& [name, values] : parameters) {
      if (axis < values->size()) joint->SetParam(name, axis, (*values)[axis]);
    }
  }
  answer.status_message = "properties set";
}

}  // namespace

PropertyServices::PropertyServices() {
  ros::NodeHandle& node = simulator().service_node();
  services_ = {
      offer<GetLinkProperties>(node, "gazebo/get_link_properties", get_link_properties),
      offer<SetLinkProperties>(node, "gazebo/set_link_properties", set_link_properties),
      offer<SetJointProperties>(node, "gazebo/set_joint_properties", set_joint_properties),
  };
}

}  // namespace sim
