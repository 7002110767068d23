#include "sensors/rays/visual_shape.h"

#include <algorithm>
#include <cmath>

#include <gazebo/common/CommonIface.hh>
#include <gazebo/common/Mesh.hh>
#include <gazebo/common/MeshManager.hh>
#include <gazebo/physics/Link.hh>
#include <gazebo/physics/Model.hh>
#include <ros/console.h>

#include "core/shown_limbs.h"
#include "core/vectors.h"
#include "laws/sensors/reflectivity.h"

namespace sim {
namespace {

using gazebo::msgs::Visual;
using ignition::math::Pose3d;
using ignition::math::Vector3d;

// As sim/embedded/lidar/surfaces.py.
constexpr int SIDES = 64;
// Used if only a material's script is named.
constexpr float USUAL_GREY = 0.7f;

using Corners = std::vector<std::array<Vector3d, 3>>;

void add_quad(Corners& corners, const Vector3d& a, const Vector3d& b, const Vector3d& c,
              const Vector3d& d) {
  corners.push_back({a, b, c});
  corners.push_back({a, c, d});
}

Corners box(const Vector3d& size) {
  Corners corners;
  for (int axis = 0; axis < 3; ++axis) {
    for (const double side : {-0.5, 0.5}) {
      std::array<Vector3d, 4> face;
      const double around[4][2] = {{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}};
      for (int k = 0; k < 4; ++k) {
        face[k][axis] = side * size[axis];
        face[k][(axis + 1) % 3] = around[k][0] * size[(axis + 1) % 3];
        face[k][(axis + 2) % 3] = around[k][1] * size[(axis + 2) % 3];
      }
      add_quad(corners, face[0], face[1], face[2], face[3]);
    }
  }
  return corners;
}

// A surface of revolution about z through rings of (z, radius).
Corners turned(const std::vector<std::pair<double, double>>& rings) {
  Corners corners;
  const auto at = [](const std::pair<double, double>& ring, int k) {
    const double angle = 2.0 * M_PI * k / SIDES;
    return Vector3d(ring.second * std::cos(angle), ring.second * std::sin(angle), ring.first);
  };
  for (std::size_t ring = 1; ring < rings.size(); ++ring) {
    const auto &below = rings[ring - 1], &above = rings[ring];
    for (int k = 0; k < SIDES; ++k)
      add_quad(corners, at(below, k), at(below, k + 1), at(above, k + 1), at(above, k));
  }
  return corners;
}

Corners sphere(double radius) {
  std::vector<std::pair<double, double>> rings;
  for (int k = 0; k <= SIDES / 2; ++k) {
    const double slope = M_PI * (2.0 * k / SIDES - 0.5);
    rings.emplace_back(radius * std::sin(slope), radius * std::cos(slope));
  }
  return turned(rings);
}

Corners cylinder(double radius, double length) {
  const double half = 0.5 * length;
  return turned({{-half, 0.0}, {-half, radius}, {half, radius}, {half, 0.0}});
}

// Level whatever its normal, as Gazebo's cameras show it.
Corners plane(double x, double y) {
  Corners corners;
  const Vector3d along(0.5 * x, 0.0, 0.0), across(0.0, 0.5 * y, 0.0);
  add_quad(corners, -along - across, along - across, along + across, across - along);
  return corners;
}

// Gazebo may move a submesh to the middle of its box.
Vector3d center_of(const gazebo::common::SubMesh& part) { return 0.5 * (part.Min() + part.Max()); }

Corners mesh(const std::string& where, const gazebo::msgs::MeshGeom& geometry) {
  const std::string file = gazebo::common::find_file(geometry.filename());
  const auto* found = file.empty() ? nullptr : gazebo::common::MeshManager::Instance()->Load(file);
  Corners corners;
  if (!found) {
    ROS_WARN("lidars do not see %s: the mesh %s cannot be read", where.c_str(),
             geometry.filename().c_str());
    return corners;
  }
  const Vector3d scale =
      geometry.has_scale() ? gazebo::msgs::ConvertIgn(geometry.scale()) : Vector3d::One;
  for (unsigned number = 0; number < found->GetSubMeshCount(); ++number) {
    const auto& part = *found->GetSubMesh(number);
    if (part.GetPrimitiveType() != gazebo::common::SubMesh::TRIANGLES) continue;
    if (geometry.has_submesh() && !geometry.submesh().empty() &&
        part.GetName() != geometry.submesh())
      continue;
    const Vector3d off =
        geometry.has_submesh() && geometry.center_submesh() ? center_of(part) : Vector3d::Zero;
    for (unsigned k = 0; k + 2 < part.GetIndexCount(); k += 3) {
      std::array<Vector3d, 3> corner;
      for (unsigned c = 0; c < 3; ++c)
        corner[c] = (part.Vertex(part.GetIndex(k + c)) - off) * scale;
      corners.push_back(corner);
    }
  }
  return corners;
}

Corners corners_of(const Visual& visual) {
  const auto& geometry = visual.geometry();
  if (geometry.has_box()) return box(gazebo::msgs::ConvertIgn(geometry.box().size()));
  if (geometry.has_sphere()) return sphere(geometry.sphere().radius());
  if (geometry.has_cylinder())
    return cylinder(geometry.cylinder().radius(), geometry.cylinder().length());
  if (geometry.has_plane()) return plane(geometry.plane().size().x(), geometry.plane().size().y());
  if (geometry.has_mesh()) return mesh(visual.name(), geometry.mesh());
  ROS_WARN("lidars do not see %s: its shape is not one of: box, sphere, cylinder, plane, mesh",
           visual.name().c_str());
  return {};
}

float grey_of(const Visual& visual) {
  if (!visual.has_material() || !visual.material().has_diffuse()) return USUAL_GREY;
  const auto& color = visual.material().diffuse();
  return 0.299f * color.r() + 0.587f * color.g() + 0.114f * color.b();
}

bool shown(const Visual& visual) {
  return visual.has_geometry() && visual.transparency() < 1.0 &&
         !(visual.has_visible() && !visual.visible());
}

// Return the reflectivity of a visual by its own name, without the names of its parents.
float surface_reflectivity(const Visual& visual, bool fixed) {
  const std::string& name = visual.name();
  const auto colons = name.rfind("::");
  return static_cast<float>(
      visual_reflectivity(colons == std::string::npos ? name : name.substr(colons + 2),
                          visual.geometry().has_plane(), fixed));
}

void append(std::vector<Triangle>& triangles, const Visual& visual, const Pose3d& pose, bool fixed,
            std::uint32_t part) {
  const float grey = grey_of(visual), reflectivity = surface_reflectivity(visual, fixed);
  for (const auto& corners : corners_of(visual)) {
    Triangle made{{}, grey, reflectivity, part};
    for (int k = 0; k < 3; ++k)
      made.corners[k] = vector(pose.Rot().RotateVector(corners[k]) + pose.Pos());
    triangles.push_back(made);
  }
}

// A visual with its number in its link.
struct Part {
  const Visual* visual;
  std::uint32_t part;
};

Pose3d visual_pose(const Visual& visual) { return gazebo::msgs::ConvertIgn(visual.pose()); }

// Return the appearance of a visual, without its names and numbers.
std::string description(const Visual& visual, bool fixed) {
  std::string text;
  text += visual.geometry().SerializeAsString();
  text += visual.pose().position().SerializeAsString() +
          visual.pose().orientation().SerializeAsString();
  return text + std::to_string(grey_of(visual)) + "," +
         std::to_string(surface_reflectivity(visual, fixed)) + ";";
}

}  // namespace

VisualShape VisualShapes::of(const gazebo::physics::Link& link) {
  const std::string scope = link.GetScopedName() + "::";
  const bool fixed = link.GetModel()->IsStatic();
  std::vector<Part> body, limbs;
  std::vector<std::string> names;
  for (const auto& [number, visual] : link.Visuals()) {
    const auto part = static_cast<std::uint32_t>(names.size());
    names.push_back(visual.name());
    if (!shown(visual)) continue;
    (is_limb(visual, scope) ? limbs : body).push_back({&visual, part});
  }
  if (limbs.size() < LIMBS.size()) {
    body.insert(body.end(), limbs.begin(), limbs.end());
    limbs.clear();
  }
  const auto tree = [&](const std::vector<Part>& parts, bool at_rest) {
    std::string key = at_rest ? "" : "limb ";
    for (const auto& [visual, part] : parts) {
      key += at_rest ? description(*visual, fixed)
                     : visual->geometry().SerializeAsString() + std::to_string(grey_of(*visual));
      key += "#" + std::to_string(part);
    }
    auto& known = known_[key];
    if (!known) {
      std::vector<Triangle> triangles;
      for (const auto& [visual, part] : parts)
        append(triangles, *visual, at_rest ? visual_pose(*visual) : Pose3d::Zero, fixed, part);
      known = std::make_shared<const TriangleTree>(triangles);
    }
    return known;
  };
  VisualShape shape{
      tree(body, true), std::make_shared<const std::vector<std::string>>(std::move(names)), {}};
  for (const Part& limb : limbs)
    shape.limbs.push_back({limb.visual->name(), visual_pose(*limb.visual), tree({limb}, false)});
  return shape;
}

void VisualShapes::forget_unused() {
  for (auto each = known_.begin(); each != known_.end();) {
    each = each->second.use_count() == 1 ? known_.erase(each) : std::next(each);
  }
}

std::shared_ptr<const TriangleTree> link_tree(const gazebo::physics::Link& link,
                                              const LeftOut& left_out) {
  std::vector<Triangle> triangles;
  const bool fixed = link.GetModel()->IsStatic();
  std::uint32_t part = 0;
  for (const auto& [number, visual] : link.Visuals()) {
    if (shown(visual) && !left_out(visual))
      append(triangles, visual, visual_pose(visual), fixed, part);
    ++part;
  }
  return std::make_shared<const TriangleTree>(triangles);
}

bool encloses(const Visual& visual, const Vector3d& point) {
  const auto corners = corners_of(visual);
  if (corners.empty() || visual.geometry().has_plane()) return false;
  Vector3d low = corners[0][0], high = low;
  for (const auto& triangle : corners) {
    for (const Vector3d& corner : triangle) {
      low.Min(corner);
      high.Max(corner);
    }
  }
  const Pose3d pose = visual_pose(visual);
  const Vector3d local = pose.Rot().RotateVectorReverse(point - pose.Pos());
  return local.X() >= low.X() && local.Y() >= low.Y() && local.Z() >= low.Z() &&
         local.X() <= high.X() && local.Y() <= high.Y() && local.Z() <= high.Z();
}

}  // namespace sim
