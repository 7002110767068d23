// The 3D lidars that a ray sensor can stand for. laws/sensors/beams.h fires them.
//
// Sources: VLP-16 User Manual (63-9243), appendix A and section 9.3; HDL-32E User Manual (63-9113),
// appendix A; HDL-64E S2 User Manual (63-HDL64ES2), which gives the upper block's 32 lasers from +2
// to -8.33 degrees 1/3 degree apart and the lower block's from -8.83 to -24.33 degrees 1/2 degree
// apart, and 1.33 million points a second.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace sim {

// Elevations (rad) of the lasers in firing order, `laser_time` s apart; all fire once in
// `firing_time` s. The head turns clockwise seen from above.
struct LidarDevice {
  std::vector<double> elevations;
  double laser_time, firing_time;

  // Ring of each laser, 0 for the lowest.
  std::vector<unsigned> rings() const;
};

const std::map<std::string, LidarDevice>& lidar_devices();

// By its name; std::runtime_error, with the known names, for another one.
const LidarDevice& lidar_device(const std::string& name);

}  // namespace sim
