// Four wheels on the ground: starts of their rays, contacts of their rims, and the speeds of their
// suspensions on a profile.
#pragma once

#include <array>
#include <vector>

#include "laws/vehicle/contact.h"
#include "laws/vehicle/ground.h"
#include "laws/vehicle/parameters.h"
#include "laws/vehicle/rim.h"
#include "laws/vehicle/tyre.h"

namespace sim::vehicle {

class GroundContact {
 public:
  // Wheels below `mounts` touch ground that is nearer than `reach`.
  GroundContact(const Wheel& wheel, const std::array<Vector, 4>& mounts, double reach);

  // Discard the last ground.
  void reset();

  // Turn the rays with the front wheels.
  void aim(const std::array<double, 2>& steering_angles);

  // Return the starts of the rays in the base frame, wheel by wheel, in each wheel's plane.
  const std::vector<Vector>& rays() const { return rays_; }

  // Process the hits of the rays for a vehicle with a velocity.
  void look(double dt, const Ground& ground, const Vector& velocity);

  const std::array<RimContact, 4>& rims() const { return rims_; }

  // Return the contact points of the wheels from the base origin in world axes; wheels in the air
  // have none.
  Patches patches(const Rotation& pose) const;

  // The rate, m/s, at which a wheel's suspension extends, from that on a plane through all wheels,
  // along which the wheel moves at `speed`: between two steps, the ray's length has changed by the
  // profile's rate, too. Call it once a step.
  double extension(std::size_t index, double dt, double on_plane, double speed);

  // Return the force on a wheel along the axes of the plane through all wheels, as a share of its
  // load: the slope under its rim relative to that plane.
  Tangential push(std::size_t index, const Rotation& pose, const Vector& normal,
                  const Vector& forward, const Vector& left) const;

 private:
  Wheel wheel_;
  std::array<Vector, 4> mounts_;
  double reach_;
  std::vector<double> offsets_;
  std::array<double, 4> headings_{};
  std::vector<Vector> rays_;
  std::array<RimContact, 4> rims_;
  // The rays' lengths in the last step, not a number of wheels that were in the air, and where the
  // base origin was.
  std::array<double, 4> distances_{};
  Vector place_{};
};

}  // namespace sim::vehicle
