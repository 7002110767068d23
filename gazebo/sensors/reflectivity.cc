#include "sensors/reflectivity.h"

#include <gazebo/physics/Collision.hh>
#include <gazebo/physics/Link.hh>
#include <ignition/math/Color.hh>

namespace sim {
namespace {

constexpr double USUAL = 0.7;

// Of the collision's name, else the first.
sdf::ElementPtr visual_of(const gazebo::physics::Collision& collision) {
  const auto link = collision.GetLink()->GetSDF();
  if (!link || !link->HasElement("visual")) return nullptr;
  for (auto visual = link->GetElement("visual"); visual; visual = visual->GetNextElement("visual")) {
    if (visual->Get<std::string>("name") == collision.GetName()) return visual;
  }
  return link->GetElement("visual");
}

double diffuse_grey(const sdf::ElementPtr& visual) {
  if (!visual || !visual->HasElement("material") || !visual->GetElement("material")->HasElement("diffuse")) return USUAL;
  const auto color = visual->GetElement("material")->Get<ignition::math::Color>("diffuse");
  return 0.299 * color.R() + 0.587 * color.G() + 0.114 * color.B();
}

}  // namespace

double Reflectivity::of(const gazebo::physics::Collision& collision) {
  const auto found = known_.find(collision.GetId());
  if (found != known_.end()) return found->second;
  return known_[collision.GetId()] = diffuse_grey(visual_of(collision));
}

}  // namespace sim
