#include "sensors/scanner.h"

#include <cmath>
#include <limits>
#include <stdexcept>

#include <boost/thread/recursive_mutex.hpp>
#include <gazebo/physics/Collision.hh>
#include <gazebo/physics/PhysicsEngine.hh>
#include <gazebo/physics/World.hh>
#include <ros/console.h>
#include <sensor_msgs/Range.h>

#include "core/convert.h"
#include "core/schedule.h"
#include "core/simulator.h"

namespace sim {
namespace {

using ignition::math::Vector3d;

constexpr float FAR = std::numeric_limits<float>::infinity();
constexpr int SONAR_RINGS = 10;

Fan fan(const sdf::ElementPtr& scan, const std::string& name) {
  Fan made;
  if (!scan->HasElement(name)) return made;
  const auto element = scan->GetElement(name);
  made.count = std::max(element->Get<unsigned>("samples"), 1u);
  made.lower = element->Get<double>("min_angle");
  made.upper = element->Get<double>("max_angle");
  return made;
}

std_msgs::Header header(const Mount& mount, double time) {
  std_msgs::Header made;
  made.stamp = stamp(time);
  made.frame_id = mount.frame();
  return made;
}

// Rays that fill a cone about +x evenly.
std::vector<Vector3d> cone(double half_angle) {
  std::vector<Vector3d> rays = {Vector3d::UnitX};
  for (int ring = 1; ring <= SONAR_RINGS; ++ring) {
    const double off = half_angle * ring / SONAR_RINGS;
    for (int k = 0; k < 6 * ring; ++k) {
      const double around = 2.0 * M_PI * k / (6 * ring);
      rays.emplace_back(std::cos(off), std::sin(off) * std::cos(around), std::sin(off) * std::sin(around));
    }
  }
  return rays;
}

}  // namespace

ScanFans::ScanFans(const sdf::ElementPtr& sensor) {
  const auto ray = sensor->GetElement("ray"), scan = ray->GetElement("scan"), range = ray->GetElement("range");
  horizontal = fan(scan, "horizontal");
  vertical = fan(scan, "vertical");
  least = range->Get<double>("min");
  most = range->Get<double>("max");
}

DeviceChoice::DeviceChoice(const sdf::ElementPtr& sensor) {
  if (!sensor->HasElement("plugin")) return;
  for (auto plugin = sensor->GetElement("plugin"); plugin; plugin = plugin->GetNextElement("plugin")) {
    const auto file = plugin->Get<std::string>("filename");
    if (file.substr(file.rfind('/') + 1) != "libsim_lidar.so") continue;
    const auto name = plugin->HasElement("device") ? plugin->Get<std::string>("device") : "";
    const auto found = lidar_devices().find(name);
    if (found == lidar_devices().end()) throw std::runtime_error("<device> is '" + name + "'; it must be VLP-16, HDL-32 or HDL-64");
    device = &found->second;
    hold_phase = plugin->HasElement("hold_phase") && plugin->Get<bool>("hold_phase");
  }
}

Scanner::Scanner(const Mount& mount, const gazebo::sensors::SensorPtr& sensor) : mount_(mount), fans_(mount.sdf()), choice_(mount.sdf()) {
  ros::NodeHandle& node = Simulator::instance().node();
  if (!choice_.device) beams_ = fan_beams(fans_.horizontal, fans_.vertical, mount.rate());
  if (mount.sdf()->GetElement("ray")->HasElement("noise")) {
    noise_ = sensor->Noise(sensor->Type() == "ray" ? gazebo::sensors::RAY_NOISE : gazebo::sensors::GPU_RAY_NOISE);
  }
  if (fans_.level() && !choice_.device) {
    scans_ = node.advertise<sensor_msgs::LaserScan>(mount_.topic("scan", "topicName"), 2);
  } else {
    scans_ = node.advertise<sensor_msgs::PointCloud2>(mount_.topic("points", "topicName"), 2);
  }
}

void Scanner::measure(double time) {
  const auto link = mount_.link();
  if (!link) return;
  const double rate = mount_.rate();
  if (choice_.device) beams_ = device_beams(*choice_.device, rate, Schedule(rate).number(time), choice_.hold_phase);
  const auto ranges = cast(beams_, *link);
  if (fans_.level() && !choice_.device) {
    scans_.publish(laser_scan(header(mount_, time), fans_.horizontal, {rate, fans_.least, fans_.most}, ranges));
  } else {
    scans_.publish(point_cloud(header(mount_, time), beams_, ranges));
  }
}

std::vector<Range> Scanner::cast(const std::vector<Beam>& beams, const gazebo::physics::Link& link) {
  const auto world = link.GetWorld();
  const boost::recursive_mutex::scoped_lock lock(*world->Physics()->GetPhysicsUpdateMutex());
  const RayCaster caster(*world, mount_.world_from_sensor(link), fans_.most, *link.GetModel());
  std::vector<Range> ranges;
  ranges.reserve(beams.size());
  for (const Beam& beam : beams) {
    const RayHit hit = caster.cast(beam.direction);
    if (!hit.collision) {
      ranges.push_back({FAR, 0.0f});
    } else if (hit.range < fans_.least) {
      ranges.push_back({-FAR, 0.0f});
    } else {
      const double range = noise_ ? std::min(std::max(noise_->Apply(hit.range), fans_.least), fans_.most) : hit.range;
      ranges.push_back({static_cast<float>(range), static_cast<float>(255.0 * hit.cosine * reflectivity_.of(*hit.collision))});
    }
  }
  return ranges;
}

Sonar::Sonar(const Mount& mount) : mount_(mount) {
  const auto sonar = mount.sdf()->GetElement("sonar");
  least_ = sonar->Get<double>("min");
  most_ = sonar->Get<double>("max");
  half_angle_ = std::atan(sonar->Get<double>("radius") / most_);
  rays_ = cone(half_angle_);
  ranges_ = Simulator::instance().node().advertise<sensor_msgs::Range>(mount_.topic("range", "topicName"), 2);
}

void Sonar::measure(double time) {
  const auto link = mount_.link();
  if (!link) return;
  const auto world = link->GetWorld();
  const boost::recursive_mutex::scoped_lock lock(*world->Physics()->GetPhysicsUpdateMutex());
  const RayCaster caster(*world, mount_.world_from_sensor(*link), most_ / std::cos(half_angle_), *link->GetModel());
  double nearest = std::numeric_limits<double>::infinity();
  for (const Vector3d& ray : rays_) {
    // The cone's base is flat.
    const double range = caster.cast(ray).range;
    if (range * ray.X() <= most_) nearest = std::min(nearest, range);
  }
  sensor_msgs::Range message;
  message.header = header(mount_, time);
  message.radiation_type = sensor_msgs::Range::ULTRASOUND;
  message.field_of_view = static_cast<float>(2.0 * half_angle_);
  message.min_range = static_cast<float>(least_);
  message.max_range = static_cast<float>(most_);
  message.range = nearest < least_ ? -FAR : nearest > most_ ? FAR : static_cast<float>(nearest);
  ranges_.publish(message);
}

}  // namespace sim
