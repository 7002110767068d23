// Legs and arms of walking persons: visuals leg_left, leg_right, arm_left and arm_right, which
// swing with the walked distance.
//
// In the physics thread, with the world locked; only while the world is rendered, some ten times a
// simulated second.
#pragma once

#include <unordered_map>
#include <utility>
#include <vector>

#include "laws/traffic/limbs.h"
#include "traffic/lamp_visual.h"
#include "traffic/pool.h"
#include "traffic/visual_publisher.h"

namespace sim {

class Limbs {
 public:
  // Return whether limbs are to be moved again at this time.
  bool due(double time);
  // Lets a person's limbs be where they are at a pose of its model and a speed in m/s; nothing on
  // models without limbs.
  void show(const PoolModel& model, double speed, VisualPublisher& publisher);
  // Return the shown swing of a person's left leg, from -1 (back) to 1 (forward); 0 for models
  // without limbs.
  double swing(const PoolModel& model) const;

 private:
  static constexpr double NEVER = 2.0;

  struct Person {
    double swing = NEVER;
    std::vector<std::pair<Limb, gazebo::msgs::Visual>> limbs;
  };

  Person& person_of(const PoolModel& model);

  std::unordered_map<const PoolModel*, Person> persons_;
  std::int64_t shown_ = -1;
};

}  // namespace sim
