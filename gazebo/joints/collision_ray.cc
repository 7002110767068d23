#include "joints/collision_ray.h"

#include <algorithm>
#include <limits>

#include <gazebo/ode/ode.h>
#include <gazebo/physics/Model.hh>
#include <gazebo/physics/World.hh>
#include <gazebo/physics/ode/ODECollision.hh>
#include <gazebo/physics/ode/ODEPhysics.hh>

namespace sim::joints {
namespace {

using namespace gazebo::physics;
using ignition::math::Vector3d;

const ODECollision* collision_of(dGeomID geom) {
  return static_cast<const ODECollision*>(dGeomGetData(geom));
}

// A sensor's own shape, which stands for no surface.
bool ghost(dGeomID geom) {
  const unsigned long bits = dGeomGetCategoryBits(geom);
  return !dGeomIsEnabled(geom) || bits == GZ_SENSOR_COLLIDE || bits == GZ_NONE_COLLIDE ||
         !dGeomGetData(geom);
}

// Return whether the boxes around a shape and around a segment between two points overlap.
bool near(dGeomID geom, const Vector3d& from, const Vector3d& to) {
  dReal box[6];
  dGeomGetAABB(geom, box);
  for (int axis = 0; axis < 3; ++axis) {
    const double low = std::min(from[axis], to[axis]), high = std::max(from[axis], to[axis]);
    if (high < box[2 * axis] || low > box[2 * axis + 1]) return false;
  }
  return true;
}

bool encloses(dGeomID geom, const Vector3d& point) {
  switch (dGeomGetClass(geom)) {
    case dBoxClass:
      return dGeomBoxPointDepth(geom, point.X(), point.Y(), point.Z()) > 0.0;
    case dSphereClass:
      return dGeomSpherePointDepth(geom, point.X(), point.Y(), point.Z()) > 0.0;
    case dPlaneClass:
      return false;
    default:
      return near(geom, point, point);
  }
}

template <class Function>
void for_each_geom(dSpaceID space, const Function& function) {
  for (int k = 0; k < dSpaceGetNumGeoms(space); ++k) {
    const dGeomID geom = dSpaceGetGeom(space, k);
    if (dGeomIsSpace(geom)) {
      for_each_geom(reinterpret_cast<dSpaceID>(geom), function);
    } else {
      function(geom);
    }
  }
}

}  // namespace

CollisionHit cast_at_collisions(const World& world, const Vector3d& from, const Vector3d& along,
                                double reach, const Model& own) {
  CollisionHit hit{std::numeric_limits<double>::infinity(), nullptr};
  const auto ode = boost::dynamic_pointer_cast<ODEPhysics>(world.Physics());
  if (!ode) return hit;
  const dGeomID ray = dCreateRay(nullptr, reach);
  dGeomRaySetParams(ray, 0, 0);
  dGeomRaySetClosestHit(ray, 1);
  dGeomRaySet(ray, from.X(), from.Y(), from.Z(), along.X(), along.Y(), along.Z());
  for_each_geom(ode->GetSpaceId(), [&](dGeomID geom) {
    if (ghost(geom) || !near(geom, from, from + reach * along)) return;
    if (collision_of(geom)->GetModel()->GetId() == own.GetId() && encloses(geom, from)) return;
    dContactGeom contact;
    if (dCollide(ray, geom, 1, &contact, sizeof(contact)) == 0 || contact.depth >= hit.range)
      return;
    hit = {contact.depth, collision_of(geom)};
  });
  dGeomDestroy(ray);
  return hit;
}

}  // namespace sim::joints
