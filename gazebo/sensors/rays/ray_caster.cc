#include "sensors/rays/ray_caster.h"

#include <algorithm>
#include <cmath>

#include "core/vectors.h"
#include "sensors/same_pose.h"

namespace sim {
namespace {

using ignition::math::Matrix3d;
using ignition::math::Pose3d;
using ignition::math::Quaterniond;
using ignition::math::Vector3d;

constexpr int SECTORS = 256;

// Of a direction in the xy plane; grows with its azimuth, without trigonometry.
int sector(double x, double y) {
  const double sum = std::abs(x) + std::abs(y), along = sum > 0.0 ? x / sum : 0.0;
  const double quarters = y < 0.0 ? 3.0 + along : 1.0 - along;
  return std::min(static_cast<int>(quarters * SECTORS / 4.0), SECTORS - 1);
}

int sector(double azimuth) { return sector(std::cos(azimuth), std::sin(azimuth)); }

// Straight in position; in orientation along the chord, which for the turns between two snapshots
// is as good as even.
Pose3d between(const Pose3d& begin, const Pose3d& end, double share) {
  const Quaterniond &a = begin.Rot(), &b = end.Rot();
  const double sign = a.Dot(b) < 0.0 ? -share : share, rest = 1.0 - share;
  Quaterniond turn(rest * a.W() + sign * b.W(), rest * a.X() + sign * b.X(),
                   rest * a.Y() + sign * b.Y(), rest * a.Z() + sign * b.Z());
  turn.Normalize();
  return {begin.Pos() + share * (end.Pos() - begin.Pos()), turn};
}

double angle_between(const Pose3d& begin, const Pose3d& end) {
  return 2.0 * std::acos(std::min(1.0, std::abs(begin.Rot().Dot(end.Rot()))));
}

}  // namespace

RayCaster::RayCaster(Exposure exposure, std::uint32_t link, const Pose3d& link_from_sensor,
                     double reach, const OwnTrees& own)
    : exposure_(std::move(exposure)), reach_(reach), sectors_(SECTORS) {
  if (exposure_.size() == 1) exposure_.push_back(exposure_.front());
  const Roster& roster = *exposure_.back().roster;
  const std::size_t row = roster.rows.at(link);
  for (const Snapshot& snapshot : exposure_)
    sensor_.push_back(link_from_sensor + snapshot.poses[row]);
  for (const RayBody& body : roster.bodies) {
    const auto mine = body.limb.empty() ? own.find(body.link) : own.end();
    trees_.push_back(mine != own.end() ? mine->second.get() : body.tree.get());
    reflectivities_.push_back(body.reflectivity);
  }
}

void RayCaster::enter(std::size_t interval) {
  interval_ = interval;
  still_ = same(sensor_[interval], sensor_[interval + 1]);
  place(sensor_[interval]);
  obstacles_.clear();
  for (auto& sector : sectors_) sector.clear();
  const double turn = angle_between(sensor_[interval], sensor_[interval + 1]);
  for (std::size_t row = 0; row < trees_.size(); ++row) {
    if (!trees_[row]->empty()) add(row, turn);
  }
  for (auto& sector : sectors_) {
    std::sort(sector.begin(), sector.end(), [this](unsigned a, unsigned b) {
      return obstacles_[a].nearest < obstacles_[b].nearest;
    });
  }
}

void RayCaster::place(const Pose3d& sensor) {
  from_ = sensor.Pos();
  turn_ = Matrix3d(sensor.Rot());
}

// By the sphere around its box and the way of that as the sensor sees it.
void RayCaster::add(std::size_t row, double turn) {
  const TriangleTree& tree = *trees_[row];
  const Pose3d &begin = exposure_[interval_].poses[row], &end = exposure_[interval_ + 1].poses[row];
  const Vector3d low = vector(tree.low()), high = vector(tree.high());
  const Vector3d middle = 0.5 * (low + high);
  const auto seen = [&](const Pose3d& sensor, const Pose3d& body) {
    return sensor.Rot().RotateVectorReverse(body.Rot().RotateVector(middle) + body.Pos() -
                                            sensor.Pos());
  };
  const Vector3d first = seen(sensor_[interval_], begin), last = seen(sensor_[interval_ + 1], end);
  const Vector3d center = 0.5 * (first + last);
  const bool moving = !same(begin, end);
  // The way bends off its chord by less than an eighth of the angle for each length of it.
  const double angle = turn + (moving ? angle_between(begin, end) : 0.0),
               way = (last - first).Length();
  const double radius = 0.5 * (high - low).Length() + 0.5 * way * (1.0 + angle) + 1e-6;
  Obstacle obstacle{
      row, &tree, begin, end, Matrix3d(begin.Rot().Inverse()), moving, reflectivities_[row],
      0.0, -1.0,  1.0};
  const double distance = center.Length(), level = std::hypot(center.X(), center.Y());
  obstacle.nearest = std::max(distance - radius, 0.0);
  if (obstacle.nearest > reach_) return;
  if (distance > radius) {
    const double elevation = std::asin(center.Z() / distance),
                 spread = std::asin(radius / distance);
    obstacle.low = std::sin(std::max(elevation - spread, -M_PI / 2)) - 1e-9;
    obstacle.high = std::sin(std::min(elevation + spread, M_PI / 2)) + 1e-9;
  }
  int first_sector = 0, count = SECTORS;
  if (level > radius) {
    const double azimuth = std::atan2(center.Y(), center.X()), spread = std::asin(radius / level);
    first_sector = sector(azimuth - spread);
    count = (sector(azimuth + spread) - first_sector + SECTORS) % SECTORS + 1;
  }
  for (int k = 0; k < count; ++k) {
    sectors_[(first_sector + k) % SECTORS].push_back(static_cast<unsigned>(obstacles_.size()));
  }
  obstacles_.push_back(obstacle);
}

TriangleHit RayCaster::cast(const Vector3d& direction, double time) {
  const double moment = exposure_.back().time + time;
  std::size_t interval = std::min(interval_, exposure_.size() - 2);
  while (interval > 0 && moment < exposure_[interval].time) --interval;
  while (interval + 2 < exposure_.size() && moment >= exposure_[interval + 1].time) ++interval;
  if (interval != interval_) enter(interval);
  const double begin = exposure_[interval].time, span = exposure_[interval + 1].time - begin;
  const double share = span > 0.0 ? std::min(std::max((moment - begin) / span, 0.0), 1.0) : 0.0;
  if (!still_) place(between(sensor_[interval], sensor_[interval + 1], share));
  along_ = turn_ * direction;
  TriangleHit hit;
  hit.range = reach_;
  for (const unsigned number : sectors_[sector(direction.X(), direction.Y())]) {
    const Obstacle& obstacle = obstacles_[number];
    if (obstacle.nearest > hit.range) break;
    if (direction.Z() < obstacle.low || direction.Z() > obstacle.high) continue;
    const double before = hit.range;
    if (obstacle.moving) {
      const Pose3d body = between(obstacle.begin, obstacle.end, share);
      const Matrix3d body_from_world(body.Rot().Inverse());
      obstacle.tree->cast(vector(body_from_world * (from_ - body.Pos())),
                          vector(body_from_world * along_), hit);
    } else {
      const Matrix3d& body_from_world = obstacle.body_from_world;
      obstacle.tree->cast(vector(body_from_world * (from_ - obstacle.begin.Pos())),
                          vector(body_from_world * along_), hit);
    }
    if (hit.range < before) met_ = number;
  }
  if (hit.range == reach_) {
    hit.range = std::numeric_limits<double>::infinity();
  } else if (obstacles_[met_].reflectivity >= 0.0) {
    hit.reflectivity = static_cast<float>(obstacles_[met_].reflectivity);
  }
  return hit;
}

const std::string& RayCaster::visual(const TriangleHit& hit) const {
  const Roster& roster = *exposure_.back().roster;
  return (*roster.bodies[obstacles_[met_].row].parts)[hit.part];
}

double RayCaster::range_rate(const TriangleHit& hit) const {
  const double span = exposure_[interval_ + 1].time - exposure_[interval_].time;
  if (span <= 0.0) return 0.0;
  const Obstacle& met = obstacles_[met_];
  const Vector3d at = from_ + hit.range * along_;
  const Vector3d local = met.end.Rot().RotateVectorReverse(at - met.end.Pos());
  const Vector3d moved = at - (met.begin.Rot().RotateVector(local) + met.begin.Pos());
  const Vector3d own = sensor_[interval_ + 1].Pos() - sensor_[interval_].Pos();
  return (moved - own).Dot(along_) / span;
}

}  // namespace sim
