// Targets of rays and their motion during a scan: the visuals of all links with their poses in the
// last period.
//
// The physics thread calls everything with the world locked.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include <gazebo/physics/PhysicsTypes.hh>
#include <ignition/math/Pose3.hh>

#include "sensors/rays/visual_shape.h"

namespace sim {

// A link, or a limb that swings in it.
struct RayBody {
  std::uint32_t link, model;  // Gazebo's numbers; that of the outermost model
  std::string limb;           // the full name of its visual, empty for the link
  ignition::math::Pose3d rest;
  std::shared_ptr<const TriangleTree> tree;
  PartNames parts;
  // Radar reflectivity; negative if its triangles have their own.
  double reflectivity;
};

struct Roster {
  std::vector<RayBody> bodies;
  // Of each link its first body.
  std::unordered_map<std::uint32_t, std::size_t> rows;
};

struct Snapshot {
  double time;
  std::shared_ptr<const Roster> roster;
  std::vector<ignition::math::Pose3d> poses;  // world_from_body
};

// Snapshots of one roster in the order of their times; the last is that of the stamp.
using Exposure = std::vector<Snapshot>;

class RayWorld {
 public:
  // s between the snapshots of a scan, as sim/embedded/lidar/exposure.py has it.
  static constexpr double SPACING = 0.01;

  // Record the poses; called after each step with requested scans of the last `period` s.
  void note(const gazebo::physics::World& world, double time, double step, double period);
  // The last `period` s at the end of the step that led to `time`; shorter where not all of it was
  // noted.
  Exposure take(const gazebo::physics::World& world, double time, double step, double period);
  void clear() { kept_.clear(); }

 private:
  Snapshot snapshot(const gazebo::physics::World& world, double time);
  void keep(Snapshot snapshot, double step);
  // All, where time has gone back or no scans were wanted for a while: what happened between is not
  // known.
  void forget_before_a_gap(double time, double step);

  VisualShapes shapes_;
  std::shared_ptr<const Roster> roster_;
  std::vector<std::uint32_t> links_;
  std::unordered_map<std::uint32_t, VisualShape> known_;
  std::deque<Snapshot> kept_;
  double period_ = 0.0;
};

}  // namespace sim
