// Plays a script on stdin to a trajectory of each joint and prints what it shows: what
// test_joint_trajectory_cc.py compares with Python's.
//
//   joint NAME CONTROL               adds a joint, before all else
//   hold JOINT TIME VALUE
//   command BASE N JOINT... M, then per point: TIME and for each of positions, velocities,
//   accelerations, effort: COUNT VALUE...
//                                    prints "taken" or "refused WHERE: WHAT"
//   forget TIME
//   at TIME                          prints value, slope, curvature of each joint
#include <cstdio>
#include <iostream>
#include <string>
#include <vector>

#include "laws/input_error.h"
#include "laws/joints/command.h"

namespace {

using namespace sim::joints;

// strtod reads "inf" and "nan", which operator>> does not.
double number(std::istream& in) {
  std::string word;
  in >> word;
  return std::stod(word);
}

std::vector<double> numbers(std::istream& in) {
  std::size_t count = 0;
  in >> count;
  std::vector<double> found;
  while (count-- > 0) found.push_back(number(in));
  return found;
}

std::vector<Point> points(std::istream& in) {
  std::size_t count = 0;
  in >> count;
  std::vector<Point> found;
  while (count-- > 0) {
    Point point;
    point.time = number(in);
    point.positions = numbers(in);
    point.velocities = numbers(in);
    point.accelerations = numbers(in);
    point.effort = numbers(in);
    found.push_back(point);
  }
  return found;
}

std::vector<std::string> words(std::istream& in) {
  std::size_t count = 0;
  in >> count;
  std::vector<std::string> found(count);
  for (std::string& word : found) in >> word;
  return found;
}

}  // namespace

int main() {
  Controls controls;
  std::vector<Trajectory> trajectories;
  for (std::string verb; std::cin >> verb;) {
    if (verb == "joint") {
      std::string name, control;
      std::cin >> name >> control;
      const Control one = control == "position"   ? Control::POSITION
                          : control == "velocity" ? Control::VELOCITY
                                                  : Control::EFFORT;
      controls.emplace_back(name, one);
      trajectories.emplace_back(one != Control::POSITION);
    } else if (verb == "hold") {
      std::size_t joint = 0;
      std::cin >> joint;
      const double time = number(std::cin);
      trajectories.at(joint).hold(time, number(std::cin));
    } else if (verb == "command") {
      const double base = number(std::cin);
      const auto joints = words(std::cin);
      const auto wanted = points(std::cin);
      try {
        for (auto& [joint, knots] : knots_of(joints, wanted, controls)) {
          for (Knot& knot : knots) knot.time += base;
          trajectories[joint].merge(base, knots);
        }
        std::puts("taken");
      } catch (const sim::InputError& error) {
        std::printf("refused %s\n", error.what());
      }
    } else if (verb == "forget") {
      const double time = number(std::cin);
      for (Trajectory& trajectory : trajectories) trajectory.forget(time);
    } else if (verb == "at") {
      const double time = number(std::cin);
      for (const Trajectory& trajectory : trajectories) {
        const Sample sample = trajectory.at(time);
        std::printf("%.17g %.17g %.17g ", sample.value, sample.slope, sample.curvature);
      }
      std::puts("");
    } else {
      return 2;
    }
  }
  return 0;
}
