#include "traffic/limbs.h"

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

constexpr double RATE = 10.0;
constexpr double LEAST = 0.04;

// Return the distance from the middle of a limb up to its joint; a mesh's middle is its origin. 0
// for other shapes.
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
  const auto period = static_cast<std::int64_t>(std::floor(time * RATE + 1e-6));
  const bool found = period != shown_;
  shown_ = period;
  return found;
}

void Limbs::show(const PoolModel& model, double speed, VisualPublisher& publisher) {
  Person& person = person_of(model);
  if (person.limbs.empty()) return;
  const Vector3d& place = model.pose.Pos();
  const double swing = walking_swing(place.X(), place.Y(), model.pose.Rot().Yaw(), speed);
  if (std::abs(swing - person.swing) < LEAST) return;
  person.swing = swing;
  for (auto& [limb, visual] : person.limbs) {
    const auto [middle, pitch] = limb_pose(limb, swing);
    const Pose3d pose(middle[0], middle[1], middle[2], 0.0, pitch, 0.0);
    gazebo::msgs::Set(visual.mutable_pose(), pose);
    ShownLimbs::instance().set(visual.name(), pose);
    publisher.publish(std::make_shared<Visual>(visual));
  }
}

double Limbs::swing(const PoolModel& model) const {
  const auto found = persons_.find(&model);
  return found == persons_.end() || found->second.swing == NEVER ? 0.0 : found->second.swing;
}

Limbs::Person& Limbs::person_of(const PoolModel& model) {
  const auto [entry, fresh] = persons_.try_emplace(&model);
  if (!fresh) return entry->second;
  auto& limbs = entry->second.limbs;
  for_each_visual(*model.model,
                  [&limbs](const std::string& name, const auto&, const Visual& visual) {
                    const double forward = forward_of(name);
                    const double reach = forward == 0.0 ? 0.0 : reach_of(visual.geometry());
                    if (reach <= 0.0) return;
                    const Pose3d pose = gazebo::msgs::ConvertIgn(visual.pose());
                    const Vector3d joint = pose.Pos() + pose.Rot() * Vector3d(0.0, 0.0, reach);
                    auto& shown = limbs.emplace_back();
                    shown.first = {{joint.X(), joint.Y(), joint.Z()}, reach, forward};
                    shown.second.set_name(visual.name());
                    shown.second.set_id(visual.id());
                    shown.second.set_parent_name(visual.parent_name());
                    shown.second.set_parent_id(visual.parent_id());
                  });
  // A figure with legs but without swinging arms is seated.
  if (limbs.size() < LIMBS.size()) limbs.clear();
  return entry->second;
}

}  // namespace sim
