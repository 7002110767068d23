// Lockstep: participants with a period each, at whose boundaries physics stops until they are done.
//
// A boundary is the first step at or after a multiple of the period. A participant sends
// done(stamp) when all its inputs up to `stamp` are published; a participant that works ahead (for
// t + period while the simulator continues from t) costs no time.
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
  // Pairs of a model of the participant and a thing that it touched, between the last two
  // boundaries and since the last one.
  std::set<std::pair<std::string, std::string>> contacts, contacts_since;
};

class Lockstep {
 public:
  explicit Lockstep(const Inputs& inputs) : inputs_(inputs) {}

  // Add or renew a participant and return its first boundary; throws std::invalid_argument for
  // invalid values.
  double join(Participant participant, double now, double step);
  bool leave(const std::string& name);
  // Takes a participant's word; word of a stranger is ignored, since it may have been dropped.
  void done(const std::string& name, double stamp, const std::vector<std::string>& inputs);
  // Return the models that participants requested.
  std::set<std::string> models() const;
  // A model touched another in the step just made.
  void note_contact(const std::string& model, const std::string& touched);
  // Return participants with a boundary at `now`, and again those that did not answer for a second
  // since.
  std::vector<Participant> due(double now);
  // Return whether physics has to wait for a participant.
  bool waiting() const;
  // Remove and return the participants whose timeout has passed while physics waited.
  std::vector<Participant> drop_late();
  bool has(const std::string& name) const;
  // Discard all stamps: the clock starts again at 0.
  void reset();

 private:
  bool ready(const Participant& participant) const;

  const Inputs& inputs_;
  mutable std::mutex mutex_;
  std::vector<Participant> participants_;
};

}  // namespace sim
