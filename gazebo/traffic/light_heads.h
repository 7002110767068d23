// The lamps of the world's traffic lights: takes the states of /traffic/lights, and shows each with
// the vehicles of its time.
//
// States may be handed in by any thread; everything else runs in the physics thread with the world
// locked. The heads are visuals lamp/<light>/<link>/<colour> of the model traffic_lights; further
// heads of a link have /2 and so on behind.
#pragma once

#include <deque>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include <gazebo/physics/PhysicsTypes.hh>

#include "traffic/lamp_visual.h"
#include "traffic/visual_publisher.h"

namespace sim {

struct LightStates {
  double time = 0.0;  // of SUMO's state
  // <light>/<link> and SUMO's letter.
  std::vector<std::pair<std::string, char>> letters;
};

class LightHeads {
 public:
  explicit LightHeads(const gazebo::physics::WorldPtr& world) : world_(world) {}

  void take(LightStates states);
  // Update the lamps at `time`, when the traffic state of time `shown` is displayed. Lamps are
  // switched only while `watched`; with `all`, all of them are sent again.
  void step(double time, double shown, bool watched, bool all, VisualPublisher& publisher);
  // Discard future states.
  void reset();

  std::size_t lamps() const { return lamps_; }

 private:
  struct Lamp {
    unsigned color;
    LampVisual visual;
  };
  struct Head {
    char letter = 'O';
    unsigned lit = 0;
    std::vector<Lamp> lamps;
  };

  void find_lamps();
  bool take_what_came(double shown);
  void light(double time, bool all, VisualPublisher& publisher);

  gazebo::physics::WorldPtr world_;
  std::map<std::string, Head> heads_;
  std::deque<LightStates> next_;
  unsigned models_ = 0;
  std::size_t lamps_ = 0;
  bool found_ = false, stale_ = true, blinking_ = false;

  std::mutex mutex_;
  std::vector<LightStates> new_states_;
};

}  // namespace sim
