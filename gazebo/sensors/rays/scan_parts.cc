#include "sensors/rays/scan_parts.h"

#include <cstring>

#include "core/simulator.h"
#include "sensors/rays/scan_messages.h"
#include "traffic/pool_slots.h"

namespace sim {
namespace {

constexpr char VEHICLE[] = "traffic_";

// Find the vehicle of a pool model's visual; false if that shows none.
bool find_vehicle(const std::string& visual, std::uint32_t& vehicle, std::uint16_t& type) {
  const std::string model = visual.substr(0, visual.find("::"));
  const TrafficModels* traffic = Simulator::instance().traffic();
  const auto slot = parse_pool_name(model);
  if (!slot || traffic == nullptr) return false;
  const std::string name = traffic->shown_by(model);
  if (name.empty()) return false;
  vehicle = static_cast<std::uint32_t>(std::stoul(name.substr(sizeof(VEHICLE) - 1)));
  type = slot->first;
  return true;
}

}  // namespace

void ReturnedParts::add(const ignition::math::Vector3d& place, double cosine,
                        const std::string& visual) {
  const auto [found, first] = rows_.emplace(&visual, static_cast<std::uint32_t>(visuals_.size()));
  if (first) visuals_.push_back(&visual);
  returns_.push_back({static_cast<float>(place.X()), static_cast<float>(place.Y()),
                      static_cast<float>(place.Z()), static_cast<float>(cosine), found->second, 0});
}

ScanParts ReturnedParts::message(const std_msgs::Header& header) const {
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
  for (const std::string* visual : visuals_) {
    std::uint32_t vehicle = 0;
    std::uint16_t type = 0;
    message.visual.push_back(*visual);
    message.traffic.push_back(find_vehicle(*visual, vehicle, type) ? 1 : 0);
    message.vehicle.push_back(vehicle);
    message.type.push_back(type);
  }
  return message;
}

}  // namespace sim
