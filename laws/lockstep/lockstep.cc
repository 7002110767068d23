#include "laws/lockstep/lockstep.h"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace sim {
namespace {

constexpr double EPSILON = 1e-6;
constexpr double DEFAULT_TIMEOUT = 30.0;
constexpr double REPEAT = 1.0;

double seconds_since(std::chrono::steady_clock::time_point then) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - then).count();
}

template <class Participants>
auto named(Participants& participants, const std::string& name) {
  return std::find_if(participants.begin(), participants.end(),
                      [&](const Participant& each) { return each.name == name; });
}

}  // namespace

double Lockstep::join(Participant participant, double now, double step) {
  if (participant.name.empty())
    throw std::invalid_argument("name is empty; give each participant a name of its own");
  if (!(participant.period >= step - EPSILON)) {
    std::ostringstream text;
    text.setf(std::ios::showpoint);
    text.precision(2);
    text << "period " << participant.period << " s is below the physics step of " << step << " s";
    throw std::invalid_argument(text.str());
  }
  if (participant.timeout <= 0.0) participant.timeout = DEFAULT_TIMEOUT;
  const double boundary = std::ceil(now / participant.period - EPSILON);
  participant.boundary = static_cast<long>(boundary) - 1;
  std::lock_guard<std::mutex> guard(mutex_);
  const auto found = named(participants_, participant.name);
  if (found == participants_.end()) {
    participants_.push_back(participant);
  } else {
    *found = participant;
  }
  return boundary * participant.period;
}

bool Lockstep::leave(const std::string& name) {
  std::lock_guard<std::mutex> guard(mutex_);
  const auto found = named(participants_, name);
  if (found == participants_.end()) return false;
  participants_.erase(found);
  return true;
}

void Lockstep::done(const std::string& name, double stamp, const std::vector<std::string>& inputs) {
  std::lock_guard<std::mutex> guard(mutex_);
  const auto found = named(participants_, name);
  if (found == participants_.end()) return;
  found->done = stamp;
  found->inputs = inputs;
}

std::set<std::string> Lockstep::models() const {
  std::lock_guard<std::mutex> guard(mutex_);
  std::set<std::string> found;
  for (const Participant& participant : participants_)
    found.insert(participant.models.begin(), participant.models.end());
  return found;
}

void Lockstep::note_contact(const std::string& model, const std::string& touched) {
  std::lock_guard<std::mutex> guard(mutex_);
  for (Participant& participant : participants_) {
    const auto& models = participant.models;
    if (std::find(models.begin(), models.end(), model) != models.end())
      participant.contacts_since.emplace(model, touched);
  }
}

std::vector<Participant> Lockstep::due(double now) {
  std::lock_guard<std::mutex> guard(mutex_);
  std::vector<Participant> reached;
  for (Participant& participant : participants_) {
    const long boundary = static_cast<long>(std::floor(now / participant.period + EPSILON));
    const bool fresh = boundary > participant.boundary;
    if (fresh) {
      participant.boundary = boundary;
      participant.repeats = 0;
      participant.contacts = std::exchange(participant.contacts_since, {});
      participant.waited_since = std::chrono::steady_clock::now();
    } else if (ready(participant) || seconds_since(participant.announced_at) < REPEAT) {
      continue;
    } else {
      ++participant.repeats;
    }
    participant.announced = true;
    participant.announced_at = std::chrono::steady_clock::now();
    reached.push_back(participant);
  }
  return reached;
}

bool Lockstep::waiting() const {
  std::lock_guard<std::mutex> guard(mutex_);
  return std::any_of(participants_.begin(), participants_.end(),
                     [&](const Participant& each) { return !ready(each); });
}

std::vector<Participant> Lockstep::drop_late() {
  std::lock_guard<std::mutex> guard(mutex_);
  const auto kept = std::stable_partition(
      participants_.begin(), participants_.end(), [&](const Participant& each) {
        return ready(each) || seconds_since(each.waited_since) <= each.timeout;
      });
  std::vector<Participant> late(kept, participants_.end());
  participants_.erase(kept, participants_.end());
  return late;
}

bool Lockstep::has(const std::string& name) const {
  std::lock_guard<std::mutex> guard(mutex_);
  return named(participants_, name) != participants_.end();
}

void Lockstep::reset() {
  std::lock_guard<std::mutex> guard(mutex_);
  for (Participant& participant : participants_) {
    participant.boundary = -1;
    participant.done = -std::numeric_limits<double>::infinity();
    participant.inputs.clear();
    participant.announced = false;
    participant.contacts.clear();
    participant.contacts_since.clear();
  }
}

bool Lockstep::ready(const Participant& participant) const {
  if (participant.boundary < 0 || !participant.announced) return true;
  const double at = static_cast<double>(participant.boundary) * participant.period;
  if (participant.done < at - EPSILON) return false;
  return std::all_of(participant.inputs.begin(), participant.inputs.end(),
                     [&](const std::string& topic) {
                       return inputs_.newest(topic) >= participant.done - EPSILON;
                     });
}

}  // namespace sim
