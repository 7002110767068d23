#include "world_api/spawn.h"

#include <iterator>
#include <map>
#include <mutex>
#include <thread>

#include <gazebo/physics/physics.hh>
#include <gazebo/transport/TransportIface.hh>
#include <ros/console.h>

#include "core/simulator.h"
#include "world_api/description.h"
#include "world_api/entities.h"
#include "world_api/service.h"
#include "world_api/turn.h"

namespace sim {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds LOOK_AGAIN{5};
// A removed model requests the deletion of its name once more. Gazebo receives that, and then
// deletes, in two of its message rounds, 0.2 s apart; a new model of the same name inserted before
// would be deleted too.
constexpr std::chrono::seconds ECHO_TIME{1};

// Times of the removal of models, by name.
class Removals {
 public:
  void note(const std::string& name) {
    const std::lock_guard<std::mutex> locked(mutex_);
    const auto now = Clock::now();
    for (auto one = times_.begin(); one != times_.end();)
      one = now > one->second + ECHO_TIME ? times_.erase(one) : std::next(one);
    times_[name] = now;
  }
  bool echoes(const std::string& name) const {
    const std::lock_guard<std::mutex> locked(mutex_);
    const auto found = times_.find(name);
    return found != times_.end() && Clock::now() < found->second + ECHO_TIME;
  }

 private:
  mutable std::mutex mutex_;
  std::map<std::string, Clock::time_point> times_;
};
Removals removals;

void refuse_taken(const std::string& name) {
  if (name.find("::") != std::string::npos)
    throw Refusal(name, "'::' parts models from links and can't be in a model's name");
  if (is_traffic(name)) throw Refusal(name, "a traffic vehicle has this name; choose another");
  if (Simulator::instance().model(name))
    throw Refusal(name, "a model of this name is already there; choose another");
}

Description read_model(Format format, const std::string& text) {
  switch (format) {
    case Format::SDF:
      return read_sdf(text);
    case Format::URDF:
      return read_urdf(text);
    default:
      return is_urdf(text) ? read_urdf(text) : read_sdf(text);
  }
}

}  // namespace

bool wait_until(const std::function<bool()>& condition, std::chrono::seconds patience) {
  Simulator& simulator = Simulator::instance();
  const Gate::Hold hold = simulator.gate().let_messages_through();
  const auto end = Clock::now() + patience;
  while (Clock::now() < end) {
    {
      const auto locked = simulator.lock_entities();
      if (condition()) return true;
    }
    std::this_thread::sleep_for(LOOK_AGAIN);
  }
  return false;
}

void spawn(Format format, const std::string& text, std::string name,
           const ignition::math::Pose3d& pose, const std::string& reference,
           const std::string& space) {
  Simulator& simulator = Simulator::instance();
  const Description description = read_model(format, text);
  if (name.empty()) name = description.name();
  const Turn turn(name);
  wait_until([&] { return !removals.echoes(name); });
  {
    const auto locked = simulator.lock_entities();
    refuse_taken(name);
    const State state = in_world({pose, {}, {}}, reference);
    simulator.world()->InsertModelString(description.placed(name, state.pose, space));
  }
  if (!wait_until([&] { return simulator.model(name) != nullptr; })) {
    throw Refusal(name, "Gazebo did not insert the model; its log says why");
  }
  for (const std::string& what : description.missing())
    ROS_WARN("%s: %s not found, ignored; visuals without it are drawn plain or not at all",
             name.c_str(), what.c_str());
}

void remove(const std::string& name) {
  Simulator& simulator = Simulator::instance();
  const Turn turn(name);
  {
    const auto locked = simulator.lock_entities();
    own_model(name, "deleted");
  }
  gazebo::transport::requestNoReply(simulator.world()->Name(), "entity_delete", name);
  if (!wait_until([&] { return simulator.model(name) == nullptr; })) {
    throw Refusal(name, "Gazebo did not delete the model within a minute");
  }
  removals.note(name);
}

}  // namespace sim
