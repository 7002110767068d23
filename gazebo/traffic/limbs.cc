#include "traffic/limbs.h"

#include <algorithm>
#include <cmath>
#include <string>

#include <gazebo/common/CommonIface.hh>
#include <gazebo/common/Mesh.hh>
#include <gazebo/common/MeshManager.hh>
#include <gazebo/physics/Model.hh>

#include "core/shown_limbs.h"

namespace sim {

using gazebo::msgs::Visual;
using ignition::math::Pose3d;
using ignition::math::Vector3d;

namespace {

constexpr double kRate = 10.0;
// As in sim.traffic.shapes.
constexpr double kStrideLength = 1.4;  // m, of both legs
constexpr double kBriskSpeed = 1.0;    // m/s, from which on steps are full
constexpr double kSwing = 0.4;         // rad
constexpr double kLeast = 0.04;

// From the middle of a limb up to its joint; a mesh's middle is its origin. 0 where it has none.
double reach_of(const gazebo::msgs::Geometry& geometry) {
  if (geometry.has_box()) return 0.5 * geometry.box().size().z();
  if (!geometry.has_mesh()) return 0.0;
  const gazebo::msgs::MeshGeom& part = geometry.mesh();
  const std::string file = gazebo::common::find_file(part.filename());
  const gazebo::common::Mesh* mesh =
      file.empty() ? nullptr : gazebo::common::MeshManager::Instance()->Load(file);
  if (mesh == nullptr) return 0.0;
  return mesh->Max().Z() * (part.has_scale() ? part.scale().z() : 1.0);
}

}  // namespace

bool Limbs::due(double time) {
  const auto period = static_cast<std::int64_t>(std::floor(time * kRate + 1e-6));
  const bool found = period != shown_;
  shown_ = period;
  return found;
}

void Limbs::show(const PoolModel& model, double speed, VisualPublisher& publisher) {
  Person& person = person_of(model);
  if (person.limbs.empty()) return;
  const double yaw = model.pose.Rot().Yaw();
  const double along = model.pose.Pos().X() * std::cos(yaw) + model.pose.Pos().Y() * std::sin(yaw);
  const double swing =
      std::sin(2.0 * M_PI / kStrideLength * along) * std::min(speed / kBriskSpeed, 1.0);
  if (std::abs(swing - person.swing) < kLeast) return;
  person.swing = swing;
  for (Limb& limb : person.limbs) {
    const double pitch = -kSwing * swing * limb.forward;
    const Vector3d middle =
        limb.joint - limb.reach * Vector3d(std::sin(pitch), 0.0, std::cos(pitch));
    const Pose3d pose(middle, ignition::math::Quaterniond(0.0, pitch, 0.0));
    gazebo::msgs::Set(limb.visual.mutable_pose(), pose);
    ShownLimbs::instance().set(limb.visual.name(), pose);
    publisher.publish(std::make_shared<Visual>(limb.visual));
  }
}

double Limbs::swing(const PoolModel& model) const {
  const auto found = persons_.find(&model);
  return found == persons_.end() || found->second.swing == NEVER ? 0.0 : found->second.swing;
}

Limbs::Person& Limbs::person_of(const PoolModel& model) {
  const auto [entry, fresh] = persons_.try_emplace(&model);
  if (!fresh) return entry->second;
  std::vector<Limb>& limbs = entry->second.limbs;
  for_each_visual(
      *model.model, [&limbs](const std::string& name, const auto&, const Visual& visual) {
        const double forward = forward_of(name);
        const double reach = forward == 0.0 ? 0.0 : reach_of(visual.geometry());
        if (reach <= 0.0) return;
        const Pose3d pose = gazebo::msgs::ConvertIgn(visual.pose());
        Limb limb{pose.Pos() + pose.Rot() * Vector3d(0.0, 0.0, reach), reach, forward, {}};
        limb.visual.set_name(visual.name());
        limb.visual.set_id(visual.id());
        limb.visual.set_parent_name(visual.parent_name());
        limb.visual.set_parent_id(visual.parent_id());
        limbs.push_back(limb);
      });
  // Who has legs but no arms of his own to swing sits on something.
  if (limbs.size() < LIMBS) limbs.clear();
  return entry->second;
}

}  // namespace sim
