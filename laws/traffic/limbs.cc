#include "laws/traffic/limbs.h"

#include <algorithm>
#include <cmath>

#include "laws/interface.h"

namespace sim {
namespace {

constexpr double STRIDE_LENGTH = 1.4;  // m, of a left and a right step together
constexpr double BRISK_SPEED = 1.0;    // m/s, from which on steps are full
constexpr double SWING_ANGLE = 0.4;    // rad

}  // namespace

double forward_of(const std::string& visual) {
  const auto* const found = std::find_if(LIMBS.begin(), LIMBS.end(),
                                         [&](const auto& limb) { return visual == limb.visual; });
  return found == LIMBS.end() ? 0.0 : found->forward;
}

double walking_swing(double x, double y, double yaw, double speed) {
  const double along = x * std::cos(yaw) + y * std::sin(yaw);
  return std::sin(2.0 * M_PI / STRIDE_LENGTH * along) * std::clamp(speed / BRISK_SPEED, 0.0, 1.0);
}

LimbPose limb_pose(const Limb& limb, double swing) {
  const double pitch = -SWING_ANGLE * swing * limb.forward;
  const auto [x, y, z] = limb.joint;
  return {{x - limb.reach * std::sin(pitch), y, z - limb.reach * std::cos(pitch)}, pitch};
}

}  // namespace sim

// Visual of a limb by its number, and its `forward` (1,); null beyond the last one.
SIM_INTERFACE const char* sim_limb(int number, double* forward) {
  if (number >= static_cast<int>(sim::LIMBS.size())) return nullptr;
  *forward = sim::LIMBS.at(number).forward;
  return sim::LIMBS.at(number).visual;
}

// Write the swings (count,) of walkers at places (count, 3).
SIM_INTERFACE void sim_walking_swings(int count, const double* places, const double* yaws,
                                      const double* speeds, double* swings) {
  for (int row = 0; row < count; ++row, places += 3)
    swings[row] = sim::walking_swing(places[0], places[1], yaws[row], speeds[row]);
}

// Write the middles (count, 3) and pitches (count,) of a limb of joint, reach and forward (5,).
SIM_INTERFACE void sim_limb_poses(int count, const double* limb, const double* swings,
                                  double* middles, double* pitches) {
  for (int row = 0; row < count; ++row) {
    const auto [middle, pitch] =
        sim::limb_pose({{limb[0], limb[1], limb[2]}, limb[3], limb[4]}, swings[row]);
    middles = std::copy(middle.begin(), middle.end(), middles);
    pitches[row] = pitch;
  }
}
