#include "traffic/light_heads.h"

#include <algorithm>
#include <cctype>
#include <iterator>

#include <gazebo/physics/Model.hh>
#include <gazebo/physics/World.hh>

namespace sim {

namespace {

constexpr char MODEL[] = "traffic_lights", PREFIX[] = "lamp/";
constexpr double EPSILON = 1e-6;

// Null for another name.
const HeadLampKind* lamp_named(const std::string& name) {
  const auto found = std::find_if(std::begin(HEAD_LAMPS), std::end(HEAD_LAMPS),
                                  [&](const HeadLampKind& lamp) { return lamp.name == name; });
  return found == std::end(HEAD_LAMPS) ? nullptr : found;
}

bool is_number(const std::string& text) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isdigit(c); });
}

// Return <light>/<link> and the kind of a lamp's visual; null for other visuals. Lights' names may
// contain slashes.
std::pair<std::string, const HeadLampKind*> parse_lamp(const std::string& visual) {
  if (visual.rfind(PREFIX, 0) != 0) return {"", nullptr};
  std::string rest = visual.substr(sizeof(PREFIX) - 1);
  std::size_t slash = rest.rfind('/');
  if (slash != std::string::npos && is_number(rest.substr(slash + 1))) {
    rest.resize(slash);
    slash = rest.rfind('/');
  }
  if (slash == std::string::npos) return {"", nullptr};
  return {rest.substr(0, slash), lamp_named(rest.substr(slash + 1))};
}

}  // namespace

void LightHeads::take(LightStates states) {
  std::lock_guard<std::mutex> guard(mutex_);
  new_states_.push_back(std::move(states));
}

void LightHeads::reset() {
  std::lock_guard<std::mutex> guard(mutex_);
  new_states_.clear();
  next_.clear();
}

void LightHeads::step(double time, double shown, bool watched, bool all,
                      VisualPublisher& publisher) {
  if (take_what_came(shown)) stale_ = true;
  if (!watched || heads_.empty()) return;
  find_lamps();
  if (all || stale_ || blinking_) light(time, all, publisher);
}

bool LightHeads::take_what_came(double shown) {
  {
    std::lock_guard<std::mutex> guard(mutex_);
    for (LightStates& states : new_states_) {
      // An older one is of a run that has begun again.
      if (!next_.empty() && states.time < next_.back().time) next_.clear();
      next_.push_back(std::move(states));
    }
    new_states_.clear();
  }
  bool changed = false;
  for (; !next_.empty() && next_.front().time <= shown + EPSILON; next_.pop_front()) {
    for (const auto& entry : next_.front().letters) {
      char& letter = heads_[entry.first].letter;
      changed = changed || letter != entry.second;
      letter = entry.second;
    }
  }
  return changed;
}

// Looks for the lamps until they are there; a walk through a large world takes longer than a step.
void LightHeads::find_lamps() {
  if (found_ || models_ == world_->ModelCount()) return;
  models_ = world_->ModelCount();
  const auto model = world_->ModelByName(MODEL);
  if (!model) return;
  found_ = stale_ = true;
  for_each_visual(*model, [this](const std::string& name, const auto& link, const auto& visual) {
    const auto [head, lamp] = parse_lamp(name);
    if (!lamp) return;
    heads_[head].lamps.push_back({lamp->bit, LampVisual(link, visual, lamp->color)});
    ++lamps_;
  });
}

void LightHeads::light(double time, bool all, VisualPublisher& publisher) {
  stale_ = blinking_ = false;
  for (auto& entry : heads_) {
    Head& head = entry.second;
    blinking_ = blinking_ || head.letter == 'o';
    const unsigned lit = lit_head(head.letter, time);
    for (Lamp& lamp : head.lamps) {
      if (all || (lit ^ head.lit) & lamp.color)
        publisher.publish(lamp.visual.set(lit & lamp.color));
    }
    head.lit = lit;
  }
}

}  // namespace sim
