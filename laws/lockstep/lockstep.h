// Who the simulator waits for: participants with a period each, at whose boundaries physics stops
// until they are done.
//
// A boundary is the first step at or after a multiple of the period. A participant says done(stamp)
// when all its inputs up to `stamp` are published; one that works ahead (for t + period while the
// simulator runs on from t) costs no time.
#pragma once

#include <chrono>
#include <limits>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "laws/lockstep/inputs.h"

namespace sim {

struct Participant {
  std::string name;
  double period = 0.0;   // s, simulated
  double timeout = 0.0;  // s, wall
  std::vector<std::string> models;
  long boundary = -1;  // multiples of the period that have been reached
  double done = -std::numeric_limits<double>::infinity();
  std::vector<std::string> inputs;
  bool announced = false;
  std::chrono::steady_clock::time_point waited_since{}, announced_at{};
  unsigned repeats = 0;
  // Pairs of its models and of what each touched between the last boundary and the one before, and
  // after it.
  std::set<std::pair<std::string, std::string>> contacts, contacts_since;
};

class Lockstep {
 public:
  explicit Lockstep(const Inputs& inputs) : inputs_(inputs) {}

  // Adds a participant, or renews it, and gives its first boundary; std::invalid_argument for what
  // cannot be.
  double join(Participant participant, double now, double step);
  bool leave(const std::string& name);
  // Takes a participant's word; word of a stranger is ignored, since it may have been dropped.
  void done(const std::string& name, double stamp, const std::vector<std::string>& inputs);
  // The models that participants asked for.
  std::set<std::string> models() const;
  // A model touched another in the step just made.
  void note_contact(const std::string& model, const std::string& touched);
  // Participants that reach a boundary at `now`, and those that have kept silent for a second
  // since, which get it again.
  std::vector<Participant> due(double now);
  // Whether physics has to wait for anybody.
  bool waiting() const;
  // Drops those whose timeout has passed while physics waited, and gives them.
  std::vector<Participant> drop_late();
  bool has(const std::string& name) const;
  // Forgets all that was promised: the clock starts again at 0.
  void reset();

 private:
  bool ready(const Participant& participant) const;

  const Inputs& inputs_;
  mutable std::mutex mutex_;
  std::vector<Participant> participants_;
};

}  // namespace sim
