#include "world_api/spawn.h"

#include <chrono>
#include <functional>
#include <thread>

#include <gazebo/physics/physics.hh>
#include <gazebo/transport/TransportIface.hh>

#include "core/simulator.h"
#include "world_api/description.h"
#include "world_api/entities.h"
#include "world_api/service.h"

namespace sim {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::seconds PATIENCE{60};
constexpr std::chrono::seconds PLUGIN_PATIENCE{3};
constexpr std::chrono::milliseconds LOOK_AGAIN{5};
constexpr int ECHO_LOOKS = 4;

// Waits, while Gazebo's loop handles its messages, until a condition on the locked world holds.
bool wait_until(const std::function<bool()>& condition, std::chrono::seconds patience) {
  Simulator& simulator = Simulator::instance();
  const Gate::Hold hold = simulator.gate().let_messages_through();
  const auto end = Clock::now() + patience;
  while (Clock::now() < end) {
    {
      const auto locked = simulator.lock();
      if (condition()) return true;
    }
    std::this_thread::sleep_for(LOOK_AGAIN);
  }
  return false;
}

void refuse_taken(const std::string& name) {
  if (name.find("::") != std::string::npos) throw Refusal(name, "'::' parts models from links and can't be in a model's name");
  if (is_traffic(name)) throw Refusal(name, "a traffic vehicle has this name; choose another");
  if (Simulator::instance().world()->ModelByName(name)) throw Refusal(name, "a model of this name is already there; choose another");
}

}  // namespace

std::string spawn(Format format, const std::string& text, std::string name, const ignition::math::Pose3d& pose,
                  const std::string& reference) {
  Simulator& simulator = Simulator::instance();
  const Description description = format == Format::SDF ? read_sdf(text) : read_urdf(text);
  if (name.empty()) name = description.name();
  {
    const auto locked = simulator.lock();
    refuse_taken(name);
    const State state = in_world({pose, {}, {}}, reference);
    simulator.world()->InsertModelString(description.placed(name, state.pose));
  }
  const auto model = [&] { return simulator.world()->ModelByName(name); };
  if (!wait_until([&] { return model() != nullptr; }, PATIENCE)) {
    throw Refusal(name, "Gazebo did not insert the model; its log says why");
  }
  const unsigned plugins = description.plugin_count();
  const bool complete = wait_until([&] { return !model() || model()->GetPluginCount() >= plugins; }, PLUGIN_PATIENCE);
  return complete ? "" : "; not all of its plugins were loaded, see Gazebo's log";
}

void remove(const std::string& name) {
  Simulator& simulator = Simulator::instance();
  {
    const auto locked = simulator.lock();
    own_model(name, "deleted");
  }
  gazebo::transport::requestNoReply(simulator.world()->Name(), "entity_delete", name);
  if (!wait_until([&] { return simulator.world()->ModelByName(name) == nullptr; }, PATIENCE)) {
    throw Refusal(name, "Gazebo did not delete the model within " + std::to_string(PATIENCE.count()) + " s");
  }
  // A model that ends asks for the deletion of its name once more, which would hit the next model of that name.
  int looks = 0;
  wait_until([&] { return ++looks > ECHO_LOOKS; }, PATIENCE);
}

}  // namespace sim
