#include "sensors/rays/radar_port.h"

#include <cmath>
#include <stdexcept>

#include <gazebo/physics/World.hh>
#include <ros/console.h>
#include <sensor_msgs/PointCloud2.h>

#include "core/convert.h"
#include "laws/named_seed.h"
#include "core/simulator.h"
#include "core/vectors.h"
#include "sensors/rays/scan_messages.h"

namespace sim {
namespace {

constexpr char PLUGIN[] = "libsim_radar.so";
constexpr unsigned RADAR_QUEUE = 10;

RadarSettings settings_of(const sdf::ElementPtr& sensor, const ScanFans& fans) {
  for (const auto& [name, fan] :
       {std::make_pair("horizontal", fans.horizontal), std::make_pair("vertical", fans.vertical)}) {
    if (fan.count < 2)
      throw std::runtime_error(std::string("a radar's ") + name + " <scan> has " +
                               std::to_string(fan.count) +
                               " sample; write 2 or more, some for each target to separate");
  }
  const auto plugin = sensor_plugin(sensor, PLUGIN);
  const auto number = [&](const char* name, double usual) {
    if (!plugin->HasElement(name)) return usual;
    double value = 0.0;
    const auto text = plugin->Get<std::string>(name);
    std::size_t end = 0;
    try {
      value = std::stod(text, &end);
    } catch (const std::exception&) {
      end = 0;
    }
    if (end == 0 || text.find_first_not_of(" \t\n", end) != std::string::npos)
      throw std::runtime_error(std::string("<") + name + "> is '" + text + "'; write a number");
    return value;
  };
  const RadarSettings settings{fans.least,
                               fans.most,
                               fans.horizontal.lower,
                               fans.horizontal.upper,
                               fans.vertical.lower,
                               fans.vertical.upper,
                               number("range_resolution", 0.4),
                               number("azimuth_resolution", 0.035),
                               number("doppler_resolution", 0.2),
                               number("max_speed", 70.0),
                               number("reference_range", 180.0),
                               number("false_alarm_probability", 1e-7)};
  const std::string wrong = check(settings);
  if (!wrong.empty()) throw std::runtime_error(wrong);
  return settings;
}

}  // namespace

bool is_radar(const sdf::ElementPtr& sensor) { return sensor_plugin(sensor, PLUGIN) != nullptr; }

RadarPort::RadarPort(const Mount& mount, RayWorld& rays) : mount_(mount), world_(rays) {
  const ScanFans fans(mount.sdf());
  const RadarSettings settings = settings_of(mount.sdf(), fans);
  reach_ = fans.most;
  const double across = fans.horizontal.step(), up = fans.vertical.step();
  const Sweep sweep = fan_sweep(fans.horizontal, fans.vertical, mount.rate());
  for (std::size_t ray = 0; ray < sweep.size(); ++ray) {
    const double elevation = sweep.elevations[ray % sweep.elevations.size()];
    directions_.push_back({sweep.azimuth(ray), elevation, across * up * std::cos(elevation),
                           vector(sweep.direction(ray, 0.0))});
  }
  const int seed = Simulator::instance().private_node().param("radar_seed", 0);
  const std::string name = mount.link()->GetScopedName() + "::" + mount.name();
  radar_.emplace(settings, named_seed(static_cast<std::uint64_t>(seed), name));
  ROS_INFO("%s draws from seed %d and its name", name.c_str(), seed);
  detections_ = Simulator::instance().node().advertise<sensor_msgs::PointCloud2>(
      mount_.topic("points", "topicName"), RADAR_QUEUE);
}

void RadarPort::measure(double time) {
  const auto link = mount_.link();
  if (!link) return;
  const double step = Simulator::instance().step_size();
  Exposure taken = world_.take(*link->GetWorld(), time, step, exposure());
  // Range rates are not known yet.
  if (taken.size() < 2) return;
  RayCaster caster = eye_.look(*link, mount_, std::move(taken), reach_);
  std::vector<RadarEcho> echoes;
  for (const Direction& direction : directions_) {
    const TriangleHit hit = caster.cast(direction.along, 0.0);
    if (std::isinf(hit.range)) continue;
    echoes.push_back({hit.range, direction.azimuth, direction.elevation, caster.range_rate(hit),
                      hit.reflectivity * hit.range * hit.range * direction.share});
  }
  detections_.publish(detection_cloud(header(time, mount_.frame()), radar_->scan(echoes)));
}

}  // namespace sim
