#include "sensors/rays/scanner.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include <gazebo/physics/World.hh>
#include <ros/console.h>
#include <sensor_msgs/Range.h>

#include "core/convert.h"
#include "laws/lockstep/schedule.h"
#include "core/simulator.h"
#include "core/vectors.h"
#include "laws/sensors/cone.h"

namespace sim {
namespace {

using ignition::math::Vector3d;

constexpr float FAR = std::numeric_limits<float>::infinity();
// Scans that may wait for a slow subscriber.
constexpr unsigned QUEUE = 10;

Fan fan(const sdf::ElementPtr& scan, const std::string& name) {
  Fan made;
  if (!scan->HasElement(name)) return made;
  const auto element = scan->GetElement(name);
  made.count = std::max(element->Get<unsigned>("samples"), 1u);
  made.lower = element->Get<double>("min_angle");
  made.upper = element->Get<double>("max_angle");
  return made;
}

sdf::ElementPtr lidar_plugin(const sdf::ElementPtr& sensor) {
  return sensor_plugin(sensor, "libsim_lidar.so");
}

}  // namespace

sdf::ElementPtr sensor_plugin(const sdf::ElementPtr& sensor, const std::string& library) {
  if (!sensor->HasElement("plugin")) return nullptr;
  for (auto plugin = sensor->GetElement("plugin"); plugin;
       plugin = plugin->GetNextElement("plugin")) {
    const auto file = plugin->Get<std::string>("filename");
    if (file.substr(file.rfind('/') + 1) == library) return plugin;
  }
  return nullptr;
}

RayCaster Eye::look(const gazebo::physics::Link& link, const Mount& mount, Exposure exposure,
                    double reach) {
  if (!looked_) {
    auto outermost = link.GetModel();
    while (const auto parent =
               boost::dynamic_pointer_cast<gazebo::physics::Model>(outermost->GetParent())) {
      outermost = parent;
    }
    look_out_of(*outermost, mount.world_from_sensor(link).Pos(), outermost->IsStatic());
    looked_ = true;
  }
  return {std::move(exposure), link.GetId(), mount.link_from_sensor(), reach, own_};
}

// Visuals that do not enclose the eye are seen as from outside.
void Eye::look_out_of(const gazebo::physics::Model& model, const Vector3d& eye, bool still) {
  for (const auto& link : model.GetLinks()) {
    const auto pose = link->WorldPose();
    const Vector3d local = pose.Rot().RotateVectorReverse(eye - pose.Pos());
    // A mesh that stands still may be a room.
    const auto housing = [&](const gazebo::msgs::Visual& visual) {
      return !(still && visual.geometry().has_mesh()) && encloses(visual, local);
    };
    const auto& visuals = link->Visuals();
    if (std::any_of(visuals.begin(), visuals.end(),
                    [&](const auto& each) { return housing(each.second); })) {
      own_[link->GetId()] = link_tree(*link, housing);
    }
  }
  for (const auto& nested : model.NestedModels()) look_out_of(*nested, eye, still);
}

ScanFans::ScanFans(const sdf::ElementPtr& sensor) {
  const auto ray = sensor->GetElement("ray"), range = ray->GetElement("range"),
             plugin = lidar_plugin(sensor);
  // A spawned sensor's is in its plugin; see world_api/one_ray.h.
  const auto scan =
      plugin && plugin->HasElement("scan") ? plugin->GetElement("scan") : ray->GetElement("scan");
  horizontal = fan(scan, "horizontal");
  vertical = fan(scan, "vertical");
  least = range->Get<double>("min");
  most = range->Get<double>("max");
}

LidarChoice::LidarChoice(const sdf::ElementPtr& sensor)
    : motion_distortion(Simulator::instance().private_node().param("motion_distortion", true)) {
  const auto plugin = lidar_plugin(sensor);
  if (!plugin) return;
  const auto truth = [&](const char* name) {
    return plugin->HasElement(name) && plugin->Get<bool>(name);
  };
  hold_phase = truth("hold_phase");
  organize = truth("organize");
  if (plugin->HasElement("motion_distortion"))
    motion_distortion = plugin->Get<bool>("motion_distortion");
  const auto name = plugin->HasElement("device") ? plugin->Get<std::string>("device") : "";
  if (!name.empty()) device = &lidar_device(name);
}

Scanner::Scanner(const Mount& mount, const gazebo::sensors::SensorPtr& sensor, RayWorld& rays)
    : mount_(mount),
      world_(rays),
      fans_(mount.sdf()),
      choice_(mount.sdf()),
      sweep_(choice_.device ? device_sweep(*choice_.device, mount.rate(), choice_.hold_phase)
                            : fan_sweep(fans_.horizontal, fans_.vertical, mount.rate())),
      rings_(sweep_.elevations.size()),
      nearest_only_(mount.tags().file() == "libgazebo_ros_range.so") {
  ros::NodeHandle& node = Simulator::instance().node();
  // A nearest range has a single time.
  if (nearest_only_) choice_.motion_distortion = false;
  beams_ = scan_beams(sweep_, 0);
  if (mount.sdf()->GetElement("ray")->HasElement("noise")) {
    noise_ = sensor->Noise(sensor->Type() == "ray" ? gazebo::sensors::RAY_NOISE
                                                   : gazebo::sensors::GPU_RAY_NOISE);
  }
  if (nearest_only_) {
    scans_ = node.advertise<sensor_msgs::Range>(mount_.topic("range", "topicName"), QUEUE);
  } else if (rings_ == 1) {
    scans_ = node.advertise<sensor_msgs::LaserScan>(mount_.topic("scan", "topicName"), QUEUE);
  } else {
    scans_ = node.advertise<sensor_msgs::PointCloud2>(mount_.topic("points", "topicName"), QUEUE);
  }
  if (!nearest_only_)
    parts_ = node.advertise<ScanParts>("/" + mount_.name() + "/scan_parts", QUEUE);
}

void Scanner::measure(double time) {
  const auto link = mount_.link();
  if (!link) return;
  const double step = Simulator::instance().step_size();
  Exposure taken = world_.take(*link->GetWorld(), time, step, exposure());
  // Its begin was before it was wanted.
  if (taken.front().time > time - exposure() + step + 1e-9) return;
  if (sweep_.free_running) beams_ = scan_beams(sweep_, Schedule(mount_.rate()).number(time));
  if (!choice_.motion_distortion) {
    for (Beam& beam : beams_) beam.time = 0.0f;
  }
  RayCaster caster = eye_.look(*link, mount_, std::move(taken), fans_.most);
  if (parts_.getNumSubscribers() > 0) {
    ReturnedParts parts;
    publish(time, cast(caster, &parts));
    parts_.publish(parts.message(header(time, mount_.frame())));
  } else {
    publish(time, cast(caster, nullptr));
  }
}

void Scanner::publish(double time, const std::vector<Range>& ranges) {
  if (scans_.getNumSubscribers() == 0) return;
  const ScanLimits limits{mount_.rate(), fans_.least, fans_.most};
  if (nearest_only_) {
    scans_.publish(nearest(header(time, mount_.frame()), ranges, limits,
                           fans_.horizontal.upper - fans_.horizontal.lower));
  } else if (rings_ == 1) {
    const double first = beams_.front().time;
    const double apart = beams_.size() > 1 ? beams_[1].time - first : 0.0;
    scans_.publish(
        laser_scan(header(time + first, mount_.frame()), fans_.horizontal, limits, ranges, apart));
  } else {
    scans_.publish(
        point_cloud(header(time, mount_.frame()), beams_, ranges, choice_.organize ? rings_ : 0));
  }
}

double Scanner::exposure() const { return choice_.motion_distortion ? 1.0 / mount_.rate() : 0.0; }

std::vector<Range> Scanner::cast(RayCaster& caster, ReturnedParts* parts) {
  std::vector<Range> ranges;
  ranges.reserve(beams_.size());
  for (const Beam& beam : beams_) {
    const TriangleHit hit = caster.cast(vector(beam.direction), beam.time);
    if (std::isinf(hit.range)) {
      ranges.push_back({FAR, 0.0f});
    } else if (hit.range < fans_.least) {
      ranges.push_back({-FAR, 0.0f});
    } else {
      const double range =
          noise_ ? std::min(std::max(noise_->Apply(hit.range), fans_.least), fans_.most)
                 : hit.range;
      ranges.push_back(
          {static_cast<float>(range), static_cast<float>(255.0 * hit.cosine * hit.grey)});
      // The point of the cloud, computed from ranges in single precision.
      if (parts != nullptr)
        parts->add(vector(beam.direction) * static_cast<double>(ranges.back().range), hit.cosine,
                   caster.visual(hit));
    }
  }
  return ranges;
}

Sonar::Sonar(const Mount& mount, RayWorld& rays) : mount_(mount), world_(rays) {
  const auto sonar = mount.sdf()->GetElement("sonar");
  least_ = sonar->Get<double>("min");
  most_ = sonar->Get<double>("max");
  half_angle_ = std::atan(sonar->Get<double>("radius") / most_);
  for (const Vector& ray : cone(half_angle_, SONAR_SPACING, SONAR_RIM))
    rays_.push_back(vector(ray));
  ranges_ = Simulator::instance().node().advertise<sensor_msgs::Range>(
      mount_.topic("range", "topicName"), QUEUE);
}

void Sonar::measure(double time) {
  const auto link = mount_.link();
  if (!link) return;
  Exposure taken = world_.take(*link->GetWorld(), time, Simulator::instance().step_size(), 0.0);
  RayCaster caster = eye_.look(*link, mount_, std::move(taken), most_);
  std::vector<Range> echoes;
  for (const Vector3d& ray : rays_) {
    const auto range = static_cast<float>(caster.cast(ray, 0.0).range);
    echoes.push_back({range < least_ ? -FAR : range, 0.0f});
  }
  ranges_.publish(nearest(header(time, mount_.frame()), echoes, {mount_.rate(), least_, most_},
                          2.0 * half_angle_));
}

}  // namespace sim
