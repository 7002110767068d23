// Visuals of the returns of a scan.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include <ignition/math/Vector3.hh>

#include "sim/ScanParts.h"

namespace sim {

class ReturnedParts {
 public:
  // A return at a place in the sensor's frame from a visual by its full name, which must outlive
  // this; `cosine` of the angle between the ray and the normal there.
  void add(const ignition::math::Vector3d& place, double cosine, const std::string& visual);
  // With the traffic that is shown at present; with the world locked.
  ScanParts message(const std_msgs::Header& header) const;

 private:
  struct Return {
    float x, y, z, cosine;
    std::uint32_t row, none;
  };

  std::vector<Return> returns_;
  std::vector<const std::string*> visuals_;
  std::unordered_map<const std::string*, std::uint32_t> rows_;
};

}  // namespace sim
