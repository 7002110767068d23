// Laws of driven joints as C functions: commands (src/sim/embedded/joints/command.py), trajectories
// (trajectory.py) and the guard of contacts (contact_guard.py). The Gazebo plugins use the same
// laws.
#include <algorithm>
#include <cstdio>
#include <exception>
#include <map>
#include <string>
#include <vector>

#include "laws/interface.h"
#include "laws/joints/command.h"
#include "laws/joints/contact_guard.h"
#include "laws/joints/trajectory.h"
#include "trajectories.h"

using sim::joints::ContactGuard;
using sim::joints::Controls;
using sim::joints::Degree;
using sim::joints::Force;
using sim::joints::Knot;
using sim::joints::Point;
using sim::joints::Trajectory;

void sim_trajectories_values(Trajectory* const* trajectories, int count, double time,
                             double* values) {
  for (int row = 0; row < count; ++row) {
    trajectories[row]->forget(time);
    values[row] = trajectories[row]->at(time).value;
  }
}

// Write the knots (joints, points, 5) of a command to joints by `names` (joints,). A model's
// `controls` (2 * controlled,) are name after control. A point has its time and then its values
// (each of `counts` (points, 4)): positions, velocities, accelerations, effort. Returns 0 for a
// wrong command; `message` (size,) gives the reason.
SIM_INTERFACE int sim_joint_command(int joints, const char* const* names, int controlled,
                                    const char* const* controls, int points, const int* counts,
                                    const double* numbers, double* knots, char* message, int size) {
  Controls known;
  for (int row = 0; row < controlled; ++row)
    known.emplace_back(controls[2 * row], *sim::joints::control_of(controls[2 * row + 1]));
  std::vector<Point> wanted(points);
  for (Point& point : wanted) {
    point.time = *numbers++;
    for (auto* const values :
         {&point.positions, &point.velocities, &point.accelerations, &point.effort}) {
      values->assign(numbers, numbers + *counts);
      numbers += *counts++;
    }
  }
  try {
    for (const auto& [row, found] : knots_of({names, names + joints}, wanted, known)) {
      for (const Knot& knot : found) {
        const double all[] = {knot.time, static_cast<double>(knot.degree), knot.value, knot.slope,
                              knot.curvature};
        knots = std::copy(std::begin(all), std::end(all), knots);
      }
    }
    return 1;
  } catch (const std::exception& error) {
    std::snprintf(message, size, "%s", error.what());
    return 0;
  }
}

SIM_INTERFACE Trajectory* sim_trajectory_new(int falls) { return new Trajectory(falls != 0); }

SIM_INTERFACE void sim_trajectory_delete(Trajectory* trajectory) { delete trajectory; }

SIM_INTERFACE void sim_trajectory_hold(Trajectory* trajectory, double time, double value) {
  trajectory->hold(time, value);
}

// Knots (count, 5) are time after `base`, degree (0, 1, 3, 5), value, slope, curvature.
SIM_INTERFACE void sim_trajectory_merge(Trajectory* trajectory, double base, int count,
                                        const double* numbers) {
  std::vector<Knot> knots;
  for (const double* knot = numbers; knot < numbers + 5 * count; knot += 5) {
    const auto degree = static_cast<Degree>(static_cast<int>(knot[1]));
    knots.push_back({base + knot[0], degree, knot[2], knot[3], knot[4]});
  }
  trajectory->merge(base, knots);
}

SIM_INTERFACE void sim_trajectory_at(const Trajectory* trajectory, double time, double* sample) {
  const auto [value, slope, curvature] = trajectory->at(time);
  sample[0] = value;
  sample[1] = slope;
  sample[2] = curvature;
}

SIM_INTERFACE void sim_trajectory_forget(Trajectory* trajectory, double time) {
  trajectory->forget(time);
}

SIM_INTERFACE ContactGuard* sim_guard_new(double limit, int lifting) {
  return new ContactGuard(limit, lifting != 0);
}

SIM_INTERFACE void sim_guard_delete(ContactGuard* guard) { delete guard; }

SIM_INTERFACE void sim_guard_clear(ContactGuard* guard) { guard->clear(); }

// Process forces (count, 3) by the names of their sources. Returns the row of the source with the
// excessive force in the list of sim_guard_felt; -1 without one.
SIM_INTERFACE int sim_guard_step(ContactGuard* guard, int count, const char* const* names,
                                 const double* forces, int moving, double dt) {
  std::map<std::string, Force> pushes;
  for (int row = 0; row < count; ++row) {
    const double* const force = forces + 3 * row;
    pushes[names[row]] = {force[0], force[1], force[2]};
  }
  const std::string worst = guard->step(pushes, moving != 0, dt);
  const auto found = guard->felt().find(worst);
  return found == guard->felt().end()
             ? -1
             : static_cast<int>(std::distance(guard->felt().begin(), found));
}

SIM_INTERFACE int sim_guard_count(const ContactGuard* guard) {
  return static_cast<int>(guard->felt().size());
}

// Write names and averaged forces (count, 3), sorted by name; the names are the guard's until its
// next step.
SIM_INTERFACE void sim_guard_felt(const ContactGuard* guard, const char** names, double* forces) {
  for (const auto& [name, force] : guard->felt()) {
    *names++ = name.c_str();
    for (const double value : force) *forces++ = value;
  }
}
