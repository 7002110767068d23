// Ray casting of one scan against the visuals of the world, with the poses of the sensor and of all
// bodies at the time of each ray.
//
// Between two snapshots positions are interpolated linearly and orientations at a constant rate.
// For each such interval the surroundings of the sensor are sorted by direction once, and each ray
// tests few of them. Directions are in the sensor's frame at their time.
#pragma once

#include <string>
#include <vector>

#include <ignition/math/Matrix3.hh>
#include <ignition/math/Pose3.hh>

#include "sensors/rays/ray_world.h"

namespace sim {

// By their numbers the links of the sensor's own model that enclose the sensor, without what does:
// a housing does not blind it.
using OwnTrees = std::unordered_map<std::uint32_t, std::shared_ptr<const TriangleTree>>;

class RayCaster {
 public:
  // Sees up to `reach`; `link` is the number of the sensor's link.
  RayCaster(Exposure exposure, std::uint32_t link, const ignition::math::Pose3d& link_from_sensor,
            double reach, const OwnTrees& own);

  // The nearest hit along a unit vector, `time` s after the stamp; rays of one interval should
  // follow each other.
  TriangleHit cast(const ignition::math::Vector3d& direction, double time);

  // The full name of the visual that the last cast met.
  const std::string& visual(const TriangleHit& hit) const;

  // Return the range rate of the last cast's hit along the ray, m/s, positive away from the sensor.
  double range_rate(const TriangleHit& hit) const;

 private:
  struct Obstacle {
    std::size_t row;
    const TriangleTree* tree;
    ignition::math::Pose3d begin, end;
    ignition::math::Matrix3d body_from_world;  // turns as at the begin
    bool moving;
    double reflectivity;  // negative if its triangles have their own
    double nearest;       // m
    double low, high;     // sines of the elevations between which it lies
  };

  void enter(std::size_t interval);
  void place(const ignition::math::Pose3d& sensor);
  void add(std::size_t row, double turn);

  Exposure exposure_;
  std::vector<ignition::math::Pose3d> sensor_;  // world_from_sensor at each snapshot
  std::vector<const TriangleTree*> trees_;
  std::vector<double> reflectivities_;
  double reach_;
  std::size_t interval_ = SIZE_MAX;
  // True if the sensor stands still in this interval; its pose, and world_from_sensor.
  bool still_ = false;
  ignition::math::Vector3d from_;
  ignition::math::Matrix3d turn_;
  // Of the last cast: along what, and the number of the obstacle that it met.
  ignition::math::Vector3d along_;
  unsigned met_ = 0;
  std::vector<Obstacle> obstacles_;
  // Numbers of obstacles by sector of azimuth, the nearest first.
  std::vector<std::vector<unsigned>> sectors_;
};

}  // namespace sim
