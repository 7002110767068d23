#include "sensors/mount.h"

#include <map>
#include <stdexcept>

#include <gazebo/physics/World.hh>
#include <ros/console.h>

#include "core/simulator.h"

namespace sim {
namespace {

// Hz, if the file gives no rate or 0; as in sim.sdf.sensors.reader.
const std::map<std::string, double> USUAL_RATES = {
    {"camera", 30.0},  {"depth", 30.0},        {"multicamera", 30.0},  {"imu", 70.0},
    {"ray", 10.0},     {"gpu_ray", 10.0},      {"sonar", 10.0},        {"gps", 5.0},
    {"contact", 50.0}, {"magnetometer", 50.0}, {"force_torque", 50.0}, {"wideanglecamera", 30.0}};

sdf::ElementPtr element_of(const sdf::ElementPtr& parent, const std::string& name) {
  if (!parent || !parent->HasElement("sensor")) return nullptr;
  for (auto sensor = parent->GetElement("sensor"); sensor;
       sensor = sensor->GetNextElement("sensor")) {
    if (sensor->Get<std::string>("name") == name) return sensor;
  }
  return nullptr;
}

double rate_of(const sdf::ElementPtr& sensor, const GazeboRosTags& tags, const std::string& name) {
  double rate = tags.number("updateRate", tags.number("updateRateHZ", 0.0));
  if (rate <= 0.0 && sensor->HasElement("update_rate")) rate = sensor->Get<double>("update_rate");
  if (rate > 0.0) return rate;
  const auto usual = USUAL_RATES.find(sensor->Get<std::string>("type"));
  if (usual == USUAL_RATES.end()) return 0.0;
  ROS_WARN("sensor %s: update_rate must be above 0; using %g Hz", name.c_str(), usual->second);
  return usual->second;
}

}  // namespace

std::string link_frame(const gazebo::physics::Link& link) {
  const auto model = link.GetModel();
  const auto parent = boost::dynamic_pointer_cast<gazebo::physics::Model>(model->GetParent());
  const bool first =
      !parent && !model->GetLinks().empty() && model->GetLinks().front()->GetId() == link.GetId();
  std::string scoped = link.GetScopedName();
  for (auto at = scoped.find("::"); at != std::string::npos; at = scoped.find("::"))
    scoped.replace(at, 2, "/");
  return first ? scoped.substr(0, scoped.find('/')) + "/base_link" : scoped;
}

Mount::Mount(const gazebo::sensors::SensorPtr& sensor) : tags_(nullptr) {
  const std::string parent = sensor->ParentName();
  const auto link = find_parent(parent);
  const auto joint = joint_.lock();
  model_ = parent.substr(0, parent.find("::"));
  name_ = model_ + "/" + sensor->Name();
  sdf_ = element_of(joint ? joint->GetSDF() : link->GetSDF(), sensor->Name());
  if (!sdf_) throw std::runtime_error("its description is not in its link's or joint's");
  tags_ = GazeboRosTags(sdf_);
  const std::string ignored = tags_.ignored();
  if (!ignored.empty())
    ROS_WARN("sensor %s: %s takes no %s: ignored", name_.c_str(), tags_.file().c_str(),
             ignored.c_str());
  rate_ = rate_of(sdf_, tags_, name_);
  frame_ = tags_.frame(model_);
  foreign_frame_ = !frame_.empty();
  if (!foreign_frame_) frame_ = name_;
  link_from_sensor_ = sensor->Pose();
  if (joint) link_from_sensor_ = link_from_sensor_ + (joint->WorldPose() - link->WorldPose());
}

gazebo::physics::LinkPtr Mount::find_parent(const std::string& parent) {
  const auto found = Simulator::instance().world()->BaseByName(parent);
  const auto joint = boost::dynamic_pointer_cast<gazebo::physics::Joint>(found);
  const auto link =
      joint ? joint->GetChild() : boost::dynamic_pointer_cast<gazebo::physics::Link>(found);
  if (!link) throw std::runtime_error("link or joint not found: " + parent);
  joint_ = joint;
  link_ = link;
  return link;
}

gazebo::physics::LinkPtr Mount::link() const {
  const auto link = link_.lock();
  return link && link->GetWorld() ? link : nullptr;
}

std::string Mount::topic(const std::string& usual, const std::string& tag,
                         const std::string& camera) const {
  if (tags_.there()) return tags_.topic(model_, tag, usual, camera);
  return "/" + name_ + "/" + (camera.empty() ? "" : camera + "/") + usual;
}

}  // namespace sim
