// A world plugin that measures the cost of traffic in one gzserver and writes it as JSON; run it by
// bench/lib/gazebo_poses.py.
//
// The world has pool models traffic_pool_0_0 ...; <vehicles> of them are used, <spare> of them
// enter at once. Everything runs in the physics thread. Compared variants alternate; results are
// medians.
#include <csignal>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <chrono>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <gazebo/common/Events.hh>
#include <gazebo/common/Plugin.hh>
#include <gazebo/physics/physics.hh>
#include <gazebo/transport/transport.hh>

#include "bench/baseline.h"
#include "bench/road.h"
#include "traffic/light_heads.h"
#include "traffic/messages.h"
#include "traffic/traffic.h"

namespace sim {
namespace {

constexpr double POSE_RATE = 50.0;
constexpr int TURNS = 41;
constexpr int STEPS = 1500;
constexpr int PAPER_STEPS = 300;
constexpr int LIGHT_STEPS = 200;
constexpr unsigned HEADS = 200;
constexpr std::size_t GROWN_MODELS = 5;
constexpr std::size_t FACTORY_MODELS = 20;
constexpr std::size_t SINGLE_MODELS = 15;

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double timed(const std::function<void()>& function) {
  const double begin = now();
  function();
  return now() - begin;
}

double mean(const std::vector<double>& values) {
  double sum = 0.0;
  for (double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + static_cast<long>(values.size() / 2),
                   values.end());
  return values[values.size() / 2];
}

}  // namespace

class PoseBench : public gazebo::WorldPlugin {
 public:
  void Load(gazebo::physics::WorldPtr world, sdf::ElementPtr sdf) override {
    world_ = world;
    vehicles_ = sdf->Get<unsigned>("vehicles");
    spare_ = sdf->Get<unsigned>("spare");
    output_ = sdf->Get<std::string>("output");
    begin_ = gazebo::event::Events::ConnectWorldUpdateBegin(
        [this](const auto& info) { step(info.simTime.Double()); });
  }

 private:
  // Each phase returns whether it has ended; the duration of a step is known when the next one
  // begins.
  void step(double end) {
    const double wall = now(), dt = world_->Physics()->GetMaxStepSize();
    if (last_wall_ > 0.0) durations_.push_back(wall - last_wall_ - aside_);
    last_wall_ = wall;
    aside_ = 0.0;
    const double time = end - dt;
    static const std::vector<bool (PoseBench::*)(double, double)> phases = {
        &PoseBench::warm_up, &PoseBench::stock_physics, &PoseBench::paper_physics,
        &PoseBench::turns,   &PoseBench::our_physics,   &PoseBench::lights,
        &PoseBench::enter,   &PoseBench::enter_singly,  &PoseBench::outgrow,
        &PoseBench::factory};
    if ((this->*phases[phase_])(time, dt)) {
      ++phase_;
      count_ = 0;
      durations_.clear();
      costs_.clear();
    } else {
      ++count_;
    }
    if (phase_ == phases.size()) finish();
  }

  // Work of the benchmark itself, or of ROS threads in a run, which does not count as the step's.
  template <class Function>
  auto aside(Function function) {
    const double begin = now();
    auto value = function();
    aside_ += now() - begin;
    return value;
  }

  bool warm_up(double, double) { return count_ > 200; }

  // Gazebo alone, its models moved at the pose rate.
  bool stock_physics(double time, double dt) {
    if (count_ == 0) {
      for (std::size_t k = 0; k < vehicles_ + spare_; ++k)
        models_.push_back(world_->ModelByName(pool_name(0, static_cast<int>(k))));
    }
    if (due(time, dt)) {
      const auto poses = aside([&] { return poses_of(road_state(vehicles_, time)); });
      costs_.push_back(timed([&] { set_poses(models_, poses, false); }));
    }
    if (count_ < STEPS) return false;
    result_["stock_step"] = mean(durations_);
    result_["stock_bare"] = median(costs_);
    return true;
  }

  // The paper's plugin in the same untouched Gazebo; its tf buffer gets a transform per vehicle and
  // SUMO step.
  bool paper_physics(double time, double) {
    if (count_ == 0) {
      paper_ = std::make_unique<PaperScheme>(world_, vehicles_);
      next_state_ = time;
    }
    if (next_state_ <= time + 1e-9) {
      aside([&] { return paper_->receive(models_, road_state(vehicles_, time)); });
      next_state_ += SUMO_STEP;
    }
    costs_.push_back(timed([&] { paper_->step(); }));
    if (count_ < PAPER_STEPS) return false;
    result_["paper_physics_step"] = mean(durations_);
    result_["paper_step"] = mean(costs_);
    result_["paper_moved"] = static_cast<double>(paper_->moved());
    paper_.reset();
    return true;
  }

  bool due(double time, double dt) {
    return std::floor((time + dt) * POSE_RATE + 1e-6) != std::floor(time * POSE_RATE + 1e-6);
  }

  // Ours against the bare calls: one of them in each step, so that physics passes between and
  // caches are as they are in a run.
  bool turns(double, double dt) {
    if (count_ == 0) {
      traffic_ = std::make_unique<Traffic>(world_, POSE_RATE, [](const std::string&) {});
      traffic_->take(types_from_message(road_types()));
    }
    const auto sumo_steps = count_ / 4;
    const double stamp = SUMO_STEP * static_cast<double>(sumo_steps);
    const auto state = road_state(vehicles_, stamp);
    if (count_ % 4 == 0) {
      const auto poses = poses_of(state);
      turns_["bare"].push_back(timed([&] { set_poses(models_, poses, false); }));
    } else if (count_ % 4 == 1) {
      const auto poses = poses_of(state);
      turns_["bare_published"].push_back(timed([&] { set_poses(models_, poses, true); }));
    } else if (count_ % 4 == 2) {
      const auto bytes = serialized(state);
      TrafficStatePtr decoded;
      turns_["ours_decode"].push_back(
          timed([&] { decoded = state_from_message(deserialized(bytes)); }));
      turns_["ours_with_message"].push_back(timed([&] {
        traffic_->take(std::move(decoded));
        traffic_->step(stamp, dt, false);
      }));
    } else {
      turns_["ours_between_messages"].push_back(
          timed([&] { traffic_->step(stamp + 0.5 * SUMO_STEP, dt, false); }));
    }
    if (count_ < 4 * TURNS) return false;
    for (const auto& turn : turns_) result_[turn.first] = median(turn.second);
    return true;
  }

  // Process and show the states of so many vehicles; return the cost in the physics thread.
  double drive(double time, double dt, std::size_t vehicles) {
    TrafficStatePtr state;
    if (next_state_ <= time + 1e-9) {
      state = aside([&] { return state_from_message(road_state(vehicles, next_state_)); });
      next_state_ += SUMO_STEP;
    }
    return timed([&] {
      if (state) traffic_->take(std::move(state));
      traffic_->step(time, dt, false);
    });
  }

  bool our_physics(double time, double dt) {
    if (count_ == 0) {
      traffic_->reset(true, false);
      next_state_ = time;
    }
    costs_.push_back(drive(time, dt, vehicles_));
    if (due(time, dt)) updates_.push_back(costs_.back());
    if (count_ < 300) {
      durations_.clear();
      costs_.clear();
      updates_.clear();
    }
    if (count_ < STEPS) return false;
    result_["ours_update_step"] = median(updates_);
    result_["ours_physics_step"] = mean(durations_);
    result_["ours_step"] = mean(costs_);
    result_["ours_update"] = mean(costs_) / (POSE_RATE * dt);
    return true;
  }

  // All heads of the model traffic_lights change in each step: while they are not watched, and
  // while a scene in gzserver does.
  bool lights(double time, double) {
    const bool watched = count_ >= LIGHT_STEPS;
    if (count_ == 0) {
      lights_ = std::make_unique<LightHeads>(world_);
      visuals_ = std::make_unique<VisualPublisher>(world_);
    }
    if (count_ == LIGHT_STEPS) {
      node_.reset(new gazebo::transport::Node);
      node_->Init(world_->Name());
      listener_ = node_->Subscribe("~/visual", &PoseBench::hear, this);
      costs_.clear();
    }
    TrafficLights message;
    for (unsigned link = 0; link < HEADS; ++link) {
      message.light.push_back("A");
      message.link.push_back(link);
      message.state.push_back(count_ % 2 ? "r" : "G");
    }
    lights_->take(lights_from_message(message));
    costs_.push_back(timed([&] {
      lights_->step(time, time, watched, false, *visuals_);
      visuals_->flush();
    }));
    if (count_ == LIGHT_STEPS - 1) result_["lights_unwatched"] = median(costs_);
    if (count_ < 2 * LIGHT_STEPS) return false;
    result_["lights_watched"] = median(costs_);
    result_["lights_lamps"] = static_cast<double>(lights_->lamps());
    listener_.reset();
    node_->Fini();
    lights_.reset();
    visuals_.reset();
    return true;
  }

  void hear(ConstVisualPtr&) {}

  std::size_t shown() {
    return aside([&] { return traffic_->names().size(); });
  }

  // All spare models are taken in one step.
  bool enter(double time, double dt) {
    constexpr int quiet = 300;
    if (count_ == 0) entered_ = shown();
    const double took = drive(time, dt, vehicles_ + (count_ > quiet ? spare_ : 0));
    if (count_ == quiet) {
      result_["quiet_longest_step"] = *std::max_element(durations_.begin(), durations_.end());
      durations_.clear();
    }
    if (count_ > quiet && shown() > entered_) {
      result_["appear_pool"] = took;
      entered_ = shown();
      result_["entered"] =
          static_cast<double>(entered_ - traffic_->undrawn()) - static_cast<double>(vehicles_);
    }
    if (count_ < 1000) return false;
    result_["enter_longest_step"] = *std::max_element(durations_.begin(), durations_.end());
    result_["enter_median_step"] = median(durations_);
    return true;
  }

  // The others leave; then one enters with every second state.
  bool enter_singly(double time, double dt) {
    const auto singly = static_cast<std::size_t>(count_ * dt / (2.0 * SUMO_STEP));
    const double took = drive(time, dt, vehicles_ + singly);
    const std::size_t here = shown();
    if (here == entered_ + 1) costs_.push_back(took);
    entered_ = here;
    if (costs_.size() < SINGLE_MODELS && singly < spare_) return false;
    result_["appear_singly"] = median(costs_);
    return true;
  }

  bool outgrow(double time, double dt) {
    if (count_ == 0) grow_since_ = now();
    drive(time, dt, vehicles_ + spare_ + GROWN_MODELS);
    if (traffic_->growth() < GROWN_MODELS && now() - grow_since_ < 60.0) return false;
    result_["grown"] = static_cast<double>(traffic_->growth());
    std::sort(durations_.rbegin(), durations_.rend());
    result_["grow_longest_step"] = durations_[0];
    result_["grow_step"] = median({durations_.begin(), durations_.begin() + GROWN_MODELS});
    result_["grow_median_step"] = median(durations_);
    result_["grow_seconds"] = now() - grow_since_;
    return true;
  }

  // The paper spawns each vehicle by the factory, one request after the other.
  bool factory(double, double) {
    if (count_ == 0) factory_since_ = now();
    const std::string name = "spawned_" + std::to_string(spawned_);
    if (world_->ModelByName(name)) {
      appear_.push_back(now() - asked_);
      ++spawned_;
      asked_ = 0.0;
    } else if (asked_ == 0.0) {
      asked_ = now();
      world_->InsertModelString(
          pool_model_sdf({"car", "", {4.6, 1.8, 1.5}}, nullptr, name, {0, 0, -500, 0, 0, 0}));
    }
    if (spawned_ < FACTORY_MODELS && now() - factory_since_ < 60.0) return false;
    result_["appear_factory"] = appear_.empty() ? -1.0 : median(appear_);
    return true;
  }

  void finish() {
    phase_ = 0;
    begin_.reset();
    traffic_.reset();
    models_.clear();
    std::ofstream out(output_);
    out << "{\"vehicles\": " << vehicles_ << ", \"spare\": " << spare_
        << ", \"step\": " << world_->Physics()->GetMaxStepSize();
    for (const auto& entry : result_) out << ", \"" << entry.first << "\": " << entry.second;
    out << "}\n";
    out.close();
    kill(getpid(), SIGINT);
  }

  gazebo::physics::WorldPtr world_;
  gazebo::event::ConnectionPtr begin_;
  gazebo::transport::NodePtr node_;
  gazebo::transport::SubscriberPtr listener_;
  std::unique_ptr<LightHeads> lights_;
  std::unique_ptr<VisualPublisher> visuals_;
  std::unique_ptr<Traffic> traffic_;
  std::unique_ptr<PaperScheme> paper_;
  std::vector<gazebo::physics::ModelPtr> models_;
  std::size_t vehicles_ = 0, spare_ = 0, phase_ = 0, entered_ = 0, spawned_ = 0;
  std::string output_;
  int count_ = 0;
  double last_wall_ = 0.0, aside_ = 0.0, next_state_ = 0.0, grow_since_ = 0.0, factory_since_ = 0.0,
         asked_ = 0.0;
  std::vector<double> durations_, costs_, updates_, appear_;
  std::map<std::string, double> result_;
  std::map<std::string, std::vector<double>> turns_;
};

GZ_REGISTER_WORLD_PLUGIN(PoseBench)

}  // namespace sim
