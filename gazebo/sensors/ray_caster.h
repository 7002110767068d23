// Rays against the collision shapes of ODE as they stand: what is around the sensor is sorted by direction once, and each ray tests
// little of it. Gazebo's own ray sensors test each ray against each shape of the world. Other physics engines have no rays here.
//
// The world must be locked as long as this lives. Directions are in the sensor's frame.
#pragma once

#include <vector>

#include <gazebo/ode/ode.h>
#include <gazebo/physics/PhysicsTypes.hh>
#include <ignition/math/Pose3.hh>

namespace sim {

struct RayHit {
  double range;   // m; infinite where nothing is hit
  double cosine;  // of the angle between the ray and the surface's normal
  const gazebo::physics::Collision* collision;
};

class RayCaster {
 public:
  // Sees up to `reach`; shapes of the model `own` that enclose the sensor are not seen.
  RayCaster(const gazebo::physics::World& world, const ignition::math::Pose3d& world_from_sensor, double reach,
            const gazebo::physics::Model& own);
  ~RayCaster();
  RayCaster(const RayCaster&) = delete;
  RayCaster& operator=(const RayCaster&) = delete;

  // The nearest hit along a unit vector.
  RayHit cast(const ignition::math::Vector3d& direction) const;

 private:
  struct Obstacle {
    dGeomID geom;
    double nearest;    // m
    double low, high;  // sines of the elevations between which it lies
  };

  void collect(dSpaceID space, const gazebo::physics::Model& own);
  void add(dGeomID geom);
  bool encloses(dGeomID geom, const gazebo::physics::Model& own) const;

  ignition::math::Pose3d world_from_sensor_;
  double reach_;
  dGeomID ray_;
  std::vector<Obstacle> obstacles_;
  // Numbers of obstacles by sector of azimuth, the nearest first.
  std::vector<std::vector<unsigned>> sectors_;
};

}  // namespace sim
