// A world plugin that measures in one gzserver what traffic costs, and writes it as JSON; run it by
// bench/gazebo_poses.py.
//
// The world has pool models traffic_pool_0_0 ... of which <vehicles> are used; <spare> of them enter at once. All in
// the physics thread. Comparisons in turns, medians.
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

#include "bench/baseline.h"
#include "bench/road.h"
#include "traffic/messages.h"
#include "traffic/traffic.h"

namespace sim {
namespace {

constexpr double kPoseRate = 50.0;
constexpr int kTurns = 41;
constexpr int kSteps = 1500;
constexpr std::size_t kGrowth = 5, kFactory = 20;

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

double timed(const std::function<void()>& function) {
  const double begin = now();
  function();
  return now() - begin;
}

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + static_cast<long>(values.size() / 2), values.end());
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
    begin_ = gazebo::event::Events::ConnectWorldUpdateBegin([this](const auto& info) { step(info.simTime.Double()); });
  }

 private:
  // Each phase says whether it has ended; a step's duration is known when the next begins.
  void step(double end) {
    const double wall = now(), dt = world_->Physics()->GetMaxStepSize();
    if (last_wall_ > 0.0) durations_.push_back(wall - last_wall_);
    last_wall_ = wall;
    const double time = end - dt;
    static const std::vector<bool (PoseBench::*)(double, double)> phases = {
        &PoseBench::warm_up,     &PoseBench::stock_physics, &PoseBench::turns,   &PoseBench::per_step,
        &PoseBench::our_physics, &PoseBench::enter,         &PoseBench::outgrow, &PoseBench::factory};
    if ((this->*phases[phase_])(time, dt)) {
      ++phase_;
      count_ = 0;
      durations_.clear();
    } else {
      ++count_;
    }
    if (phase_ == phases.size()) finish();
  }

  bool warm_up(double, double) { return count_ > 200; }

  // Gazebo alone, its models moved at the pose rate.
  bool stock_physics(double time, double dt) {
    if (count_ == 0) {
      for (std::size_t k = 0; k < vehicles_ + spare_; ++k)
        models_.push_back(world_->ModelByName(pool_name(0, static_cast<int>(k))));
    }
    if (due(time, dt)) set_poses(models_, poses_of(road_state(vehicles_, time)), false);
    return count_ > 0 && physics_done("stock");
  }

  bool physics_done(const std::string& what) {
    if (count_ < kSteps) return false;
    double sum = 0.0;
    for (double duration : durations_) sum += duration;
    result_[what + "_step"] = sum / static_cast<double>(durations_.size());
    return true;
  }

  bool due(double time, double dt) {
    return std::floor((time + dt) * kPoseRate + 1e-6) != std::floor(time * kPoseRate + 1e-6);
  }

  // Ours against the bare calls: one of them in each step, so that physics passes between and caches are as they are in
  // a run.
  bool turns(double, double dt) {
    if (count_ == 0) {
      traffic_ = std::make_unique<Traffic>(world_, kPoseRate, [](const std::string&) {});
      traffic_->take(types_from_message(road_types()));
    }
    const double stamp = kSumoStep * (count_ / 4);
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
      turns_["ours_decode"].push_back(timed([&] { decoded = state_from_message(deserialized(bytes)); }));
      turns_["ours_with_message"].push_back(timed([&] {
        traffic_->take(std::move(decoded));
        traffic_->step(stamp, dt, false);
      }));
    } else {
      turns_["ours_between_messages"].push_back(timed([&] { traffic_->step(stamp + 0.5 * kSumoStep, dt, false); }));
    }
    if (count_ < 4 * kTurns) return false;
    for (const auto& turn : turns_) result_[turn.first] = median(turn.second);
    return true;
  }

  // A simulated second of both schemes: the paper's looks tf up in each step, ours moves at the pose rate.
  bool per_step(double, double dt) {
    PaperScheme paper(world_);
    const int steps = static_cast<int>(1.0 / dt + 0.5);
    std::vector<double> paper_times, our_times;
    double stamp = 1000.0;
    for (int step = 0; step < steps; ++step) {
      const double time = stamp + step * dt;
      if (std::fmod(step * dt + 1e-9, kSumoStep) < dt) {
        paper.receive(models_, road_state(vehicles_, time));
        our_times.push_back(timed([&] { traffic_->take(state_from_message(road_state(vehicles_, time))); }));
      }
      our_times.push_back(timed([&] { traffic_->step(time, dt, false); }));
      if (paper_times.size() < 200) paper_times.push_back(timed([&] { paper.step(); }));
    }
    double sum = 0.0;
    for (double time : our_times) sum += time;
    result_["paper_step"] = median(paper_times);
    result_["ours_step_mean"] = sum / steps;
    traffic_->reset(true, false);
    return true;
  }

  void drive(double time, double dt, std::size_t vehicles) {
    if (next_state_ <= time + 1e-9) {
      traffic_->take(state_from_message(road_state(vehicles, next_state_)));
      next_state_ += kSumoStep;
    }
    traffic_->step(time, dt, false);
  }

  bool our_physics(double time, double dt) {
    if (count_ == 0) next_state_ = time;
    drive(time, dt, vehicles_);
    if (count_ < 300) durations_.clear();
    return physics_done("ours");
  }

  // All spare models are taken in one step.
  bool enter(double time, double dt) {
    if (count_ == 0) entered_ = traffic_->names().size();
    const double took = timed([&] { drive(time, dt, vehicles_ + (count_ > 100 ? spare_ : 0)); });
    if (traffic_->names().size() > entered_) {
      result_["appear_pool"] = took;
      result_["enter_undrawn"] = static_cast<double>(traffic_->undrawn());
      entered_ = traffic_->names().size();
    }
    if (count_ < 1000) return false;
    result_["enter_longest_step"] = *std::max_element(durations_.begin(), durations_.end());
    result_["enter_median_step"] = median(durations_);
    return true;
  }

  bool outgrow(double time, double dt) {
    if (count_ == 0) grow_since_ = now();
    drive(time, dt, vehicles_ + spare_ + kGrowth);
    if (traffic_->growth() < kGrowth && now() - grow_since_ < 60.0) return false;
    result_["grown"] = static_cast<double>(traffic_->growth());
    std::sort(durations_.rbegin(), durations_.rend());
    result_["grow_longest_step"] = durations_[0];
    result_["grow_step"] = median({durations_.begin(), durations_.begin() + kGrowth});
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
      world_->InsertModelString(pool_model_sdf({"car", "", {4.6, 1.8, 1.5}}, nullptr, name, {0, 0, -500, 0, 0, 0}));
    }
    if (spawned_ < kFactory && now() - factory_since_ < 60.0) return false;
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
  std::unique_ptr<Traffic> traffic_;
  std::vector<gazebo::physics::ModelPtr> models_;
  std::size_t vehicles_ = 0, spare_ = 0, phase_ = 0, entered_ = 0, spawned_ = 0;
  std::string output_;
  int count_ = 0;
  double last_wall_ = 0.0, next_state_ = 0.0, grow_since_ = 0.0, factory_since_ = 0.0, asked_ = 0.0;
  std::vector<double> durations_, appear_;
  std::map<std::string, double> result_;
  std::map<std::string, std::vector<double>> turns_;
};

GZ_REGISTER_WORLD_PLUGIN(PoseBench)

}  // namespace sim
