// A world plugin that writes the bounding box that Gazebo built of each collision in the world's
// models, as one line of JSON per collision; run by bench/lib/gazebo_boxes.py.
//
// Boxes are in the model's frame, exact for every rotated shape; boxes of meshes are of the
// vertices in the mesh manager.
#include <unistd.h>

#include <cmath>
#include <fstream>
#include <string>
#include <vector>

#include <gazebo/common/Events.hh>
#include <gazebo/common/Mesh.hh>
#include <gazebo/common/MeshManager.hh>
#include <gazebo/common/Plugin.hh>
#include <gazebo/common/SystemPaths.hh>
#include <gazebo/physics/physics.hh>

namespace sim {
namespace {

using gazebo::physics::Base;
using ignition::math::Pose3d;
using ignition::math::Vector3d;

constexpr int RIM = 3600;

struct Box {
  Vector3d lower{1e300, 1e300, 1e300}, upper{-1e300, -1e300, -1e300};
  bool bounded = false;

  void add(const Vector3d& point) {
    lower.Min(point);
    upper.Max(point);
    bounded = true;
  }
};

template <typename Shape>
boost::shared_ptr<Shape> as(const gazebo::physics::CollisionPtr& collision) {
  return boost::dynamic_pointer_cast<Shape>(collision->GetShape());
}

void add_corners(const Vector3d& lower, const Vector3d& upper, const Pose3d& pose, Box& box) {
  for (int corner = 0; corner < 8; ++corner)
    box.add(pose.CoordPositionAdd({corner & 1 ? lower.X() : upper.X(),
                                   corner & 2 ? lower.Y() : upper.Y(),
                                   corner & 4 ? lower.Z() : upper.Z()}));
}

void add_cylinder(double radius, double length, const Pose3d& pose, Box& box) {
  for (int step = 0; step < RIM; ++step)
    for (double z : {-length / 2, length / 2})
      box.add(pose.CoordPositionAdd(
          {radius * std::cos(2 * M_PI * step / RIM), radius * std::sin(2 * M_PI * step / RIM), z}));
}

void add_part(const gazebo::common::SubMesh& part, const Vector3d& scale, const Pose3d& pose,
              Box& box) {
  for (unsigned index = 0; index < part.GetIndexCount(); ++index)
    box.add(pose.CoordPositionAdd(part.Vertex(part.GetIndex(index)) * scale));
}

void add_mesh(const sdf::ElementPtr& element, const Pose3d& pose, Box& box) {
  const auto uri = element->Get<std::string>("uri");
  const gazebo::common::Mesh* mesh = gazebo::common::MeshManager::Instance()->Load(uri);
  if (!mesh) return;
  const auto scale = element->HasElement("scale") ? element->Get<Vector3d>("scale") : Vector3d::One;
  const auto chosen = element->HasElement("submesh") ? element->GetElement("submesh") : nullptr;
  const auto name = chosen ? chosen->Get<std::string>("name") : std::string();
  if (name.empty() || name == "__default__") {
    for (unsigned index = 0; index < mesh->GetSubMeshCount(); ++index)
      add_part(*mesh->GetSubMesh(index), scale, pose, box);
  } else if (const gazebo::common::SubMesh* part = mesh->GetSubMesh(name)) {
    gazebo::common::SubMesh copy(part);
    if (chosen->HasElement("center") && chosen->Get<bool>("center")) copy.Center(Vector3d::Zero);
    add_part(copy, scale, pose, box);
  }
}

std::string add_collision(const gazebo::physics::CollisionPtr& collision, const Pose3d& pose,
                          Box& box) {
  using namespace gazebo::physics;
  const auto shape = collision->GetShape();
  if (!shape) return "none";
  if (const auto found = as<BoxShape>(collision))
    return add_corners(-found->Size() / 2, found->Size() / 2, pose, box), "box";
  if (const auto found = as<CylinderShape>(collision))
    return add_cylinder(found->GetRadius(), found->GetLength(), pose, box), "cylinder";
  if (const auto found = as<SphereShape>(collision)) {
    const double radius = found->GetRadius();
    box.add(pose.Pos() - Vector3d(radius, radius, radius));
    box.add(pose.Pos() + Vector3d(radius, radius, radius));
    return "sphere";
  }
  if (const auto found = as<PolylineShape>(collision)) {
    for (const auto& outline : found->Vertices())
      for (const auto& point : outline)
        for (double z : {0.0, found->GetHeight()})
          box.add(pose.CoordPositionAdd({point.X(), point.Y(), z}));
    return "polyline";
  }
  if (const auto found = as<HeightmapShape>(collision)) {
    const Vector3d half(found->Size().X() / 2, found->Size().Y() / 2, 0);
    add_corners(found->Pos() - half + Vector3d(0, 0, found->GetMinHeight()),
                found->Pos() + half + Vector3d(0, 0, found->GetMaxHeight()), pose, box);
    return "heightmap";
  }
  if (as<PlaneShape>(collision)) return "plane";
  if (as<MapShape>(collision)) return "image";
  if (as<MeshShape>(collision))
    return add_mesh(collision->GetSDF()->GetElement("geometry")->GetElement("mesh"), pose, box),
           "mesh";
  return "other";
}

void write_vector(std::ostream& out, const Vector3d& value) {
  out << "[" << value.X() << ", " << value.Y() << ", " << value.Z() << "]";
}

}  // namespace

class ModelBoxes : public gazebo::WorldPlugin {
 public:
  void Load(gazebo::physics::WorldPtr world, sdf::ElementPtr element) override {
    out_.open(element->Get<std::string>("output"));
    out_.precision(12);
    // By then all models are there and have not yet moved.
    begin_ = gazebo::event::Events::ConnectWorldUpdateBegin(
        [this, world](const gazebo::common::UpdateInfo&) {
          for (const auto& model : world->Models()) write(model, model->WorldPose());
          out_ << "{\"kind\": \"end\"}\n";
          out_.close();
          _exit(0);
        });
  }

 private:
  void write(const gazebo::physics::ModelPtr& model, const Pose3d& origin) {
    for (const auto& link : model->GetLinks())
      for (const auto& collision : link->GetCollisions()) {
        Box box;
        const std::string kind = add_collision(collision, collision->WorldPose() - origin, box);
        out_ << "{\"kind\": \"" << kind << "\"";
        if (box.bounded) {
          out_ << ", \"lower\": ";
          write_vector(out_, box.lower);
          out_ << ", \"upper\": ";
          write_vector(out_, box.upper);
        }
        out_ << "}\n";
      }
    for (const auto& nested : model->NestedModels()) write(nested, origin);
  }

  std::ofstream out_;
  gazebo::event::ConnectionPtr begin_;
};

GZ_REGISTER_WORLD_PLUGIN(ModelBoxes)

}  // namespace sim
