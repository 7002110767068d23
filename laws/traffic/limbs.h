// Legs and arms of persons that walk: visuals that swing at their upper ends with the way walked.
// sim.traffic.limbs binds it. Frame of the person's model, m, rad, m/s.
#pragma once

#include <array>
#include <string>

namespace sim {

// A limb by the name of its visual; limbs of one sign swing forward together.
struct LimbSide {
  const char* visual;
  double forward;  // 1 or -1
};

// A figure with fewer limbs is seated; its limbs do not swing.
constexpr std::array<LimbSide, 4> LIMBS{
    {{"leg_left", 1.0}, {"leg_right", -1.0}, {"arm_left", -1.0}, {"arm_right", 1.0}}};

// Return the `forward` sign of a visual; 0 for other visuals.
double forward_of(const std::string& visual);

// Return the swing of a walker's left leg, from -1 (back) to 1 (forward), at x and y of the world.
double walking_swing(double x, double y, double yaw, double speed);

// Hinge of a limb, distance of its middle below that, and its side.
struct Limb {
  std::array<double, 3> joint;
  double reach, forward;
};

struct LimbPose {
  std::array<double, 3> middle;
  double pitch;
};

LimbPose limb_pose(const Limb& limb, double swing);

}  // namespace sim
