// Model plugins of gazebo_plugins as C functions; src/sim/robot_plugins calls them. The law is the
// Gazebo plugins' own.
#include <algorithm>
#include <cstdio>
#include <exception>
#include <map>
#include <string>
#include <vector>

#include "held_settings.h"
#include "laws/interface.h"
#include "laws/robot_plugins/critical_spring.h"
#include "laws/robot_plugins/drive.h"
#include "laws/robot_plugins/planar_move.h"
#include "laws/robot_plugins/sensor_plugins.h"
#include "laws/robot_plugins/settings.h"
#include "laws/robot_plugins/suction.h"
#include "laws/robot_plugins/wheel_slip.h"

using sim::robot_plugins::Covariance;
using sim::robot_plugins::Drive;
using sim::robot_plugins::PlanarMove;
using sim::robot_plugins::PlanarOdometry;
using sim::robot_plugins::PlanarTwist;
using sim::robot_plugins::Settings;

namespace {

const char* say(Held* held, std::string text) {
  held->answer = std::move(text);
  return held->answer.c_str();
}

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ",") + name;
  return text;
}

}  // namespace

// Return whether the library is one of the known kinds.
SIM_INTERFACE int sim_plugin_known(const char* filename) {
  return sim::robot_plugins::kind_of(filename) != nullptr;
}

// Return whether an element of a sensor's plugin has an effect, or none upstream either.
SIM_INTERFACE int sim_sensor_plugin_takes(const char* filename, const char* tag, const char* text) {
  return sim::robot_plugins::sensor_plugin_takes(filename, tag, text);
}

// The file name of the kind of a number; null beyond the last one.
SIM_INTERFACE const char* sim_plugin_kind(int number) {
  const auto& kinds = sim::robot_plugins::kinds();
  return number < static_cast<int>(kinds.size()) ? kinds[number].filename : nullptr;
}

// Return settings of a plugin with the texts `given` (2 * count,) as tag after value. The model has
// movable joints, fixed joints and links: `counts` (3,) of `names`, one kind after another. Null
// for wrong settings; `message` (size,) gives the reason.
SIM_INTERFACE Held* sim_plugin_settings_new(const char* filename, const char* plugin,
                                            const char* model, int count, const char* const* given,
                                            const int* counts, const char* const* names,
                                            char* message, int size) {
  std::map<std::string, std::string> texts;
  for (int row = 0; row < count; ++row) texts[given[2 * row]] = given[2 * row + 1];
  const char* const* const fixed = names + counts[0];
  const char* const* const links = fixed + counts[1];
  try {
    const sim::robot_plugins::ModelNames all{
        {names, fixed}, {fixed, links}, {links, links + counts[2]}};
    return new Held{Settings(filename, plugin, model, texts, all), ""};
  } catch (const std::exception& error) {
    std::snprintf(message, size, "%s", error.what());
    return nullptr;
  }
}

SIM_INTERFACE void sim_plugin_settings_delete(Held* held) { delete held; }

// Return the text of a tag, or the kind's default.
SIM_INTERFACE const char* sim_plugin_text(Held* held, const char* tag) {
  return held->settings.text(tag).c_str();
}

// Full name of a topic.
SIM_INTERFACE const char* sim_plugin_topic(Held* held, const char* name) {
  return say(held, held->settings.topic_named(name));
}

// Return the namespace of topics: "" is the root, else "/name".
SIM_INTERFACE const char* sim_plugin_space(Held* held) { return held->settings.space().c_str(); }

// A frame below the prefix that counts where the parameter tf_prefix has this value.
SIM_INTERFACE const char* sim_plugin_frame(Held* held, const char* tf_prefix, const char* frame) {
  return say(held, sim::robot_plugins::frame_below(held->settings.frame_prefix(tf_prefix), frame));
}

// Return the number of occurrences of the repeated element.
SIM_INTERFACE int sim_plugin_rows(const Held* held) {
  return static_cast<int>(held->settings.rows());
}

// Joints that it is about, parted by commas.
SIM_INTERFACE const char* sim_plugin_joints(Held* held) {
  return say(held, joined(held->settings.joints()));
}

// Tags that mean nothing to it, parted by commas.
SIM_INTERFACE const char* sim_plugin_unknown(Held* held) {
  return say(held, joined(held->settings.unknown()));
}

SIM_INTERFACE Drive* sim_wheel_drive_new(const Held* held) {
  return sim::robot_plugins::make_drive(held->settings).release();
}

SIM_INTERFACE void sim_wheel_drive_delete(Drive* drive) { delete drive; }

// 0 for a command that is not finite; nothing changes then.
SIM_INTERFACE int sim_wheel_drive_command(Drive* drive, double forward, double turning) {
  try {
    drive->command(forward, turning);
    return 1;
  } catch (const std::exception&) {
    return 0;
  }
}

// Write the rates of the motors, one for each joint, from the joint positions `angles`.
SIM_INTERFACE void sim_wheel_drive_rates(Drive* drive, const double* angles, double dt,
                                         double* rates) {
  const std::vector<double> found =
      drive->rates(std::vector<double>(angles, angles + drive->motors()), dt);
  std::copy(found.begin(), found.end(), rates);
}

SIM_INTERFACE void sim_wheel_drive_roll(Drive* drive, double left, double right, double dt) {
  drive->roll({left, right}, dt);
}

SIM_INTERFACE void sim_wheel_drive_reset(Drive* drive) { drive->reset(); }

// Writes x, y, yaw, forward, lateral and turning (6,).
SIM_INTERFACE void sim_wheel_drive_encoder(const Drive* drive, double* values) {
  const PlanarOdometry& found = drive->encoder();
  const double all[] = {found.x, found.y, found.yaw, found.forward, found.lateral, found.turning};
  std::copy(std::begin(all), std::end(all), values);
}

// Return whether odometry comes from the wheels. Writes (75,): the motors' torque, both
// covariances, the number of joints with motors, and the first of the joints that odometry reads as
// wheels.
SIM_INTERFACE int sim_wheel_drive_figures(const Drive* drive, double* values) {
  *values++ = drive->torque();
  for (const Covariance* covariance : {&drive->pose_covariance(), &drive->twist_covariance()})
    values = std::copy(covariance->begin(), covariance->end(), values);
  *values++ = static_cast<double>(drive->motors());
  *values = static_cast<double>(drive->first_wheel());
  return drive->by_encoder() ? 1 : 0;
}

// Return the effect of a plugin's cup on a link at a distance: 0 none, 1 it moves with the cup, 2
// it is centred on the cup. Writes the attracting force in N (1,).
SIM_INTERFACE int sim_suction(const Held* held, double distance, double* force) {
  const auto cup = sim::robot_plugins::cup_of(held->settings);
  const auto found = sim::robot_plugins::suction(cup, distance);
  *force = found.force;
  return found.centred ? 2 : found.held ? 1 : 0;
}

// Writes radius, N, lateral and longitudinal compliance (4,) of a wheel of wheel_slip.
SIM_INTERFACE void sim_slip_wheel(const Held* held, int number, double* values) {
  const auto wheel = sim::robot_plugins::slip_wheels(held->settings).at(number);
  const double all[] = {wheel.radius, wheel.normal_force, wheel.lateral, wheel.longitudinal};
  std::copy(std::begin(all), std::end(all), values);
}

// Return N or N m of a critically damped spring of that stiffness on that inertia.
SIM_INTERFACE double sim_critical_spring(double stiffness, double inertia, double way,
                                         double speed) {
  return sim::robot_plugins::CriticalSpring(stiffness, inertia).effort(way, speed);
}

SIM_INTERFACE PlanarMove* sim_planar_move_new(const Held* held) {
  return new PlanarMove(held->settings);
}

SIM_INTERFACE void sim_planar_move_delete(PlanarMove* move) { delete move; }

// 0 for a command that is not finite; nothing changes then.
SIM_INTERFACE int sim_planar_move_command(PlanarMove* move, double x, double y, double turning,
                                          double time) {
  try {
    move->command({x, y, turning}, time);
    return 1;
  } catch (const std::exception&) {
    return 0;
  }
}

// Writes the speeds (3,) in the world, along x and y and about z, of a model that heads by `yaw`.
SIM_INTERFACE void sim_planar_move_in_world(const PlanarMove* move, double yaw, double time,
                                            double* speeds) {
  const PlanarTwist found = move->in_world(yaw, time);
  speeds[0] = found.x;
  speeds[1] = found.y;
  speeds[2] = found.turning;
}

SIM_INTERFACE void sim_planar_move_reset(PlanarMove* move) { move->reset(); }

// Writes the covariance (36,) of its pose.
SIM_INTERFACE void sim_planar_move_covariance(double* values) {
  const Covariance found = PlanarMove::pose_covariance();
  std::copy(found.begin(), found.end(), values);
}
