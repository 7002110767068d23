#include "sensors/ray_caster.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <gazebo/physics/Model.hh>
#include <gazebo/physics/World.hh>
#include <gazebo/physics/ode/ODECollision.hh>
#include <gazebo/physics/ode/ODEPhysics.hh>

namespace sim {
namespace {

using namespace gazebo::physics;
using ignition::math::Vector3d;

constexpr int SECTORS = 512;

const ODECollision* collision_of(dGeomID geom) { return static_cast<const ODECollision*>(dGeomGetData(geom)); }

int sector(double azimuth) { return static_cast<int>(std::floor(azimuth / (2.0 * M_PI) * SECTORS)); }

int wrapped(int sector) { return ((sector % SECTORS) + SECTORS) % SECTORS; }

// A sensor's own shape, which stands for no surface.
bool ghost(dGeomID geom) {
  const unsigned long bits = dGeomGetCategoryBits(geom);
  return !dGeomIsEnabled(geom) || bits == GZ_SENSOR_COLLIDE || bits == GZ_NONE_COLLIDE || !dGeomGetData(geom);
}

}  // namespace

RayCaster::RayCaster(const World& world, const ignition::math::Pose3d& world_from_sensor, double reach, const Model& own)
    : world_from_sensor_(world_from_sensor), reach_(reach), ray_(dCreateRay(nullptr, reach)), sectors_(SECTORS) {
  dGeomRaySetParams(ray_, 0, 0);
  dGeomRaySetClosestHit(ray_, 1);
  if (const auto ode = boost::dynamic_pointer_cast<ODEPhysics>(world.Physics())) collect(ode->GetSpaceId(), own);
  for (auto& sector : sectors_) {
    std::sort(sector.begin(), sector.end(), [this](unsigned a, unsigned b) { return obstacles_[a].nearest < obstacles_[b].nearest; });
  }
}

RayCaster::~RayCaster() { dGeomDestroy(ray_); }

void RayCaster::collect(dSpaceID space, const Model& own) {
  for (int k = 0; k < dSpaceGetNumGeoms(space); ++k) {
    const dGeomID geom = dSpaceGetGeom(space, k);
    if (dGeomIsSpace(geom)) {
      collect(reinterpret_cast<dSpaceID>(geom), own);
    } else if (!ghost(geom) && !encloses(geom, own)) {
      add(geom);
    }
  }
}

// By the sphere around its box.
void RayCaster::add(dGeomID geom) {
  dReal box[6];
  dGeomGetAABB(geom, box);
  const Vector3d low(box[0], box[2], box[4]), high(box[1], box[3], box[5]);
  const double radius = 0.5 * (high - low).Length();
  Obstacle obstacle{geom, 0.0, -1.0, 1.0};
  int first = 0, last = SECTORS - 1;
  if (std::isfinite(radius)) {
    const Vector3d center = world_from_sensor_.Rot().RotateVectorReverse(0.5 * (low + high) - world_from_sensor_.Pos());
    const double distance = center.Length(), level = std::hypot(center.X(), center.Y());
    obstacle.nearest = std::max(distance - radius, 0.0);
    if (obstacle.nearest > reach_) return;
    if (distance > radius) {
      const double elevation = std::asin(center.Z() / distance), spread = std::asin(radius / distance);
      obstacle.low = std::sin(std::max(elevation - spread, -M_PI / 2)) - 1e-9;
      obstacle.high = std::sin(std::min(elevation + spread, M_PI / 2)) + 1e-9;
    }
    if (level > radius) {
      const double azimuth = std::atan2(center.Y(), center.X()), spread = std::asin(radius / level);
      first = sector(azimuth - spread);
      last = sector(azimuth + spread);
    }
  }
  for (int k = first; k <= last; ++k) sectors_[wrapped(k)].push_back(static_cast<unsigned>(obstacles_.size()));
  obstacles_.push_back(obstacle);
}

bool RayCaster::encloses(dGeomID geom, const Model& own) const {
  const auto collision = collision_of(geom);
  if (collision->GetModel()->GetId() != own.GetId()) return false;
  const Vector3d& at = world_from_sensor_.Pos();
  switch (dGeomGetClass(geom)) {
    case dBoxClass: return dGeomBoxPointDepth(geom, at.X(), at.Y(), at.Z()) > 0.0;
    case dSphereClass: return dGeomSpherePointDepth(geom, at.X(), at.Y(), at.Z()) > 0.0;
    case dPlaneClass: return false;
    default: {
      dReal box[6];
      dGeomGetAABB(geom, box);
      return box[0] < at.X() && at.X() < box[1] && box[2] < at.Y() && at.Y() < box[3] && box[4] < at.Z() && at.Z() < box[5];
    }
  }
}

RayHit RayCaster::cast(const Vector3d& direction) const {
  const Vector3d &from = world_from_sensor_.Pos(), along = world_from_sensor_.Rot().RotateVector(direction);
  dGeomRaySet(ray_, from.X(), from.Y(), from.Z(), along.X(), along.Y(), along.Z());
  RayHit hit{std::numeric_limits<double>::infinity(), 0.0, nullptr};
  double length = reach_;
  dGeomRaySetLength(ray_, length);
  for (const unsigned number : sectors_[wrapped(sector(std::atan2(direction.Y(), direction.X())))]) {
    const Obstacle& obstacle = obstacles_[number];
    if (obstacle.nearest > length) break;
    if (direction.Z() < obstacle.low || direction.Z() > obstacle.high) continue;
    dContactGeom contact;
    if (dCollide(ray_, obstacle.geom, 1, &contact, sizeof(contact)) == 0 || contact.depth > length) continue;
    length = contact.depth;
    dGeomRaySetLength(ray_, length);
    const Vector3d normal(contact.normal[0], contact.normal[1], contact.normal[2]);
    hit = {length, std::abs(along.Dot(normal)), collision_of(obstacle.geom)};
  }
  return hit;
}

}  // namespace sim
