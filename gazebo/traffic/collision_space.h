// The collision shapes of traffic in ODE: moved directly, never tested among themselves, moved away
// while parked.
//
// Gazebo gives each model a separate space in the world's hash space, which ODE fills again in
// every step: 300 static models cost more than the rest of a step. Here the spaces of traffic are
// in one space of the world, which each dynamic model and each ray tests by bounding boxes (broad
// phase). Physics engines other than ODE are not changed.
#pragma once

#include <set>
#include <vector>

#include <gazebo/ode/ode.h>
#include <gazebo/physics/PhysicsTypes.hh>
#include <ignition/math/Pose3.hh>

namespace sim {

class CollisionSpace {
 public:
  struct Shape {
    dGeomID geom;
    ignition::math::Pose3d model_from_shape;
  };
  struct Shapes {
    std::vector<dSpaceID> spaces;
    std::vector<Shape> shapes;
    // True if place() moves all collisions of the model; else Gazebo has to.
    bool whole = false;
  };

  explicit CollisionSpace(const gazebo::physics::WorldPtr& world);
  // Puts everything back where Gazebo expects it.
  ~CollisionSpace();
  CollisionSpace(const CollisionSpace&) = delete;
  CollisionSpace& operator=(const CollisionSpace&) = delete;

  // Takes a model's shapes over, parked; none where physics is not ODE or the model has models in
  // it.
  Shapes adopt(const gazebo::physics::Model& model);
  // Lets everything dynamic and all rays meet these shapes.
  void use(const Shapes& shapes) { move(shapes.spaces, active_); }
  void park(const Shapes& shapes) { move(shapes.spaces, parked_); }
  // Puts shapes where they are when their model is at `pose`.
  static void place(const Shapes& shapes, const ignition::math::Pose3d& pose);
  // Wake sleeping bodies near arriving traffic: ODE lets static shapes pass through a sleeping
  // body.
  void wake() const;

 private:
  void wake(dSpaceID space) const;
  void take_collision(const gazebo::physics::Model& model,
                      const gazebo::physics::CollisionPtr& collision, Shapes& shapes) const;
  void move(const std::vector<dSpaceID>& spaces, dSpaceID target);

  dSpaceID world_ = nullptr, active_ = nullptr, parked_ = nullptr;
  std::set<dSpaceID> adopted_;
};

}  // namespace sim
