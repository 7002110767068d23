// Which visuals the returns of a scan are of.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include <ignition/math/Vector3.hh>

#include "core/pool_uses.h"
#include "sim/ScanParts.h"

namespace sim {

class ReturnedParts {
 public:
  // A return at a place in the sensor's frame from a visual by its full name, which must outlive
  // this, of the outermost model with that number; `cosine` of the angle between the ray and the
  // normal there.
  void add(const ignition::math::Vector3d& place, double cosine, const std::string& visual,
           std::uint32_t model);
  // `uses` is that of the header's stamp.
  ScanParts message(const std_msgs::Header& header, const PoolUses& uses) const;

 private:
  struct Return {
    float x, y, z, cosine;
    std::uint32_t row, none;
  };

  std::vector<Return> returns_;
  struct Part {
    const std::string* visual;
    std::uint32_t model;
  };
  std::vector<Part> parts_;
  std::unordered_map<const std::string*, std::uint32_t> rows_;
};

}  // namespace sim
