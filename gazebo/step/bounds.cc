#include "step/bounds.h"

#include <algorithm>
#include <cmath>

#include <gazebo/common/CommonIface.hh>
#include <gazebo/common/Mesh.hh>
#include <gazebo/common/MeshManager.hh>
#include <gazebo/physics/physics.hh>

namespace sim {
namespace {

namespace physics = gazebo::physics;
using ignition::math::AxisAlignedBox;
using ignition::math::Matrix3d;
using ignition::math::Pose3d;
using ignition::math::Vector3d;

AxisAlignedBox around(const Pose3d& pose, const Vector3d& center, const Vector3d& half) {
  const Vector3d middle = pose.Pos() + pose.Rot() * center;
  const Matrix3d turn(pose.Rot());
  Vector3d reach;
  for (int row = 0; row < 3; ++row) {
    reach[row] = std::abs(turn(row, 0)) * half.X() + std::abs(turn(row, 1)) * half.Y() +
                 std::abs(turn(row, 2)) * half.Z();
  }
  return {middle - reach, middle + reach};
}

// A cylinder's cap is a disk of radius r with normal a; it reaches r sqrt(1 - a_i^2) along axis i.
AxisAlignedBox cylinder(const Pose3d& pose, double radius, double length) {
  const Vector3d axis = pose.Rot() * Vector3d::UnitZ;
  Vector3d reach;
  for (int i = 0; i < 3; ++i) {
    reach[i] = 0.5 * length * std::abs(axis[i]) +
               radius * std::sqrt(std::max(1.0 - axis[i] * axis[i], 0.0));
  }
  return {pose.Pos() - reach, pose.Pos() + reach};
}

AxisAlignedBox shape_bounds(const physics::ShapePtr& shape, const Pose3d& pose) {
  if (const auto box = boost::dynamic_pointer_cast<physics::BoxShape>(shape))
    return around(pose, {}, 0.5 * box->Size());
  if (const auto tube = boost::dynamic_pointer_cast<physics::CylinderShape>(shape)) {
    return cylinder(pose, tube->GetRadius(), tube->GetLength());
  }
  if (const auto ball = boost::dynamic_pointer_cast<physics::SphereShape>(shape)) {
    return around({pose.Pos(), {}}, {}, Vector3d::One * ball->GetRadius());
  }
  if (const auto mesh = boost::dynamic_pointer_cast<physics::MeshShape>(shape)) {
    const auto* vertices = gazebo::common::MeshManager::Instance()->GetMesh(
        gazebo::common::find_file(mesh->GetMeshURI()));
    if (vertices == nullptr) return {};
    const Vector3d low = vertices->Min() * mesh->Scale(), high = vertices->Max() * mesh->Scale();
    return around(pose, 0.5 * (low + high), 0.5 * (high - low));
  }
  return {};
}

}  // namespace

AxisAlignedBox bounds(const physics::ModelPtr& model) {
  AxisAlignedBox box;
  const Pose3d world_from_model = model->WorldPose();
  for (const auto& link : model->GetLinks()) {
    for (const auto& collision : link->GetCollisions()) {
      box += shape_bounds(collision->GetShape(), collision->WorldPose() - world_from_model);
    }
  }
  return box;
}

}  // namespace sim
