// The 3D lidars that a ray sensor can stand for, as in sim/sdf/lidar_devices.py, which names the
// sources; a test compares them.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace sim {

// Elevations (rad) of the lasers in the order in which they fire, `laser_time` s apart; all fire
// once in `firing_time` s. The head turns clockwise seen from above.
struct LidarDevice {
  std::vector<double> elevations;
  double laser_time, firing_time;

  // Ring of each laser, 0 for the lowest.
  std::vector<unsigned> rings() const;
};

const std::map<std::string, LidarDevice>& lidar_devices();

}  // namespace sim
