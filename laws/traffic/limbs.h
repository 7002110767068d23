// Legs and arms of persons that walk: visuals that swing at their upper ends with the way walked.
// sim.traffic.limbs binds it. Frame of the person's model, m, rad, m/s.
#pragma once

#include <array>
#include <string>

namespace sim {

// A limb by the name of its visual; those of one sign go forward together.
struct LimbSide {
  const char* visual;
  double forward;  // 1 or -1
};

// Whoever has fewer of them sits on something, and swings none.
constexpr std::array<LimbSide, 4> LIMBS{
    {{"leg_left", 1.0}, {"leg_right", -1.0}, {"arm_left", -1.0}, {"arm_right", 1.0}}};

// The `forward` of a visual; 0 for what is not a limb.
double forward_of(const std::string& visual);

// How far a walker's left leg is forward, from -1 to 1, at x and y of the world.
double walking_swing(double x, double y, double yaw, double speed);

// Where a limb hangs, how far below that its middle is, and its side.
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
