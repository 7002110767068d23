#include "sensors/rays/scan_parts.h"

#include <cstring>

#include "sensors/rays/scan_messages.h"

namespace sim {
void ReturnedParts::add(const ignition::math::Vector3d& place, double cosine,
                        const std::string& visual, std::uint32_t model) {
  const auto [found, first] = rows_.emplace(&visual, static_cast<std::uint32_t>(parts_.size()));
  if (first) parts_.push_back({&visual, model});
  returns_.push_back({static_cast<float>(place.X()), static_cast<float>(place.Y()),
                      static_cast<float>(place.Z()), static_cast<float>(cosine), found->second, 0});
}

ScanParts ReturnedParts::message(const std_msgs::Header& header, const PoolUses& uses) const {
  using sensor_msgs::PointField;
  ScanParts message;
  auto& points = message.points;
  points.header = header;
  points.height = 1;
  points.width = static_cast<std::uint32_t>(returns_.size());
  points.fields = {point_field("x", 0, PointField::FLOAT32),
                   point_field("y", 4, PointField::FLOAT32),
                   point_field("z", 8, PointField::FLOAT32),
                   point_field("CosAngle", 12, PointField::FLOAT32),
                   point_field("ObjIdx", 16, PointField::UINT32),
                   point_field("ObjTag", 20, PointField::UINT32)};
  static_assert(sizeof(Return) == 24, "the layout of a point");
  points.point_step = sizeof(Return);
  points.row_step = points.point_step * points.width;
  points.is_dense = 1;
  points.data.resize(returns_.size() * sizeof(Return));
  if (!returns_.empty()) std::memcpy(points.data.data(), returns_.data(), points.data.size());
  for (const Part& part : parts_) {
    const auto use = uses.find(part.model);
    const bool traffic = use != uses.end();
    message.visual.push_back(*part.visual);
    message.traffic.push_back(traffic ? 1 : 0);
    message.vehicle.push_back(traffic ? use->second.vehicle : 0);
    message.type.push_back(traffic ? use->second.type : 0);
  }
  return message;
}

}  // namespace sim
