#include "sensors/sonar_cone.h"

#include <string>
#include <vector>

#include <gazebo/ode/ode.h>
#include <gazebo/physics/ode/ODECollision.hh>
#include <gazebo/physics/ode/ODELink.hh>

namespace sim {
namespace {

using gazebo::physics::ODECollision;

// With which SonarSensor ends the name of its collision.
const std::string ENDING = "sensor_collision";

bool ends(const std::string& name) {
  return name.size() >= ENDING.size() &&
         name.compare(name.size() - ENDING.size(), ENDING.size(), ENDING) == 0;
}

// A mesh's geometry is in a separate space within the link's space.
void add_cones(dSpaceID space, std::vector<ODECollision*>& found) {
  for (int i = 0; i < dSpaceGetNumGeoms(space); ++i) {
    const dGeomID geom = dSpaceGetGeom(space, i);
    if (dGeomIsSpace(geom)) {
      add_cones(reinterpret_cast<dSpaceID>(geom), found);
      continue;
    }
    auto* collision = static_cast<ODECollision*>(dGeomGetData(geom));
    if (collision != nullptr && ends(collision->GetName())) found.push_back(collision);
  }
}

void take_out(dGeomID cone) {
  dGeomSetBody(cone, nullptr);
  if (const dSpaceID space = dGeomGetSpace(cone)) dSpaceRemove(space, cone);
}

}  // namespace

void take_out_sonar_cones(gazebo::physics::Link& link) {
  const auto* ode = dynamic_cast<gazebo::physics::ODELink*>(&link);
  if (ode == nullptr || ode->GetSpaceId() == nullptr) return;
  std::vector<ODECollision*> cones;
  add_cones(ode->GetSpaceId(), cones);
  for (ODECollision* cone : cones) {
    take_out(cone->GetCollisionId());
    link.RemoveChild(cone->GetId());
  }
}

}  // namespace sim
