// Laws of robots' drives, controllers and joints against their formulas.
#include <doctest/doctest.h>

#include <cmath>

#include "laws/control/joint.h"
#include "laws/control/pid.h"
#include "laws/control/speed_limits.h"
#include "laws/joints/trajectory.h"
#include "laws/robot_plugins/critical_spring.h"
#include "laws/robot_plugins/drive.h"
#include "laws/robot_plugins/planar_odometry.h"

using doctest::Approx;

TEST_CASE("a robot whose sides roll alike goes straight, and unlike on an arc") {
  sim::robot_plugins::PlanarOdometry odometry;
  odometry.roll(0.5, 0.5, 0.4, 0.1);
  CHECK(odometry.x == Approx(0.5));
  CHECK(odometry.forward == Approx(5.0));
  CHECK(odometry.turning == 0.0);
  // A quarter of a circle of 1 m: its sides, 0.4 m apart, roll on arcs of 0.8 and 1.2 m.
  odometry = {};
  const int steps = 1000;
  for (int step = 0; step < steps; ++step)
    odometry.roll(0.8 * M_PI / 2.0 / steps, 1.2 * M_PI / 2.0 / steps, 0.4, 0.01);
  CHECK(odometry.x == Approx(1.0).epsilon(1e-6));
  CHECK(odometry.y == Approx(1.0).epsilon(1e-6));
  CHECK(odometry.yaw == Approx(M_PI / 2.0));
  CHECK(odometry.forward == Approx(M_PI / 2.0 / 10.0));
}

TEST_CASE("a speed goes towards another by at most so much") {
  CHECK(sim::robot_plugins::towards(1.0, 2.0, 0.25) == 1.25);
  CHECK(sim::robot_plugins::towards(1.0, -2.0, 0.25) == 0.75);
  CHECK(sim::robot_plugins::towards(1.0, 1.1, 0.25) == 1.1);
}

TEST_CASE("a PID controller answers p e + i sum(e dt) + d de/dt") {
  sim::control::Pid pid({10.0, 2.0, 0.5, -100.0, 100.0, false});
  CHECK(pid.answer(1.0, 0.1) == Approx(10.0 + 2.0 * 0.1));
  // The error has fallen by 0.5 within 0.1 s.
  CHECK(pid.answer(0.5, 0.1) == Approx(5.0 + 2.0 * 0.15 - 0.5 * 5.0));
  pid.reset();
  CHECK(pid.answer(1.0, 0.1) == Approx(10.2));
}

TEST_CASE("a PID controller's integral is clamped, and with antiwindup forgets what is beyond") {
  sim::control::Pid clamped({0.0, 1.0, 0.0, -0.2, 0.2, false}),
      wound({0.0, 1.0, 0.0, -0.2, 0.2, true});
  for (int step = 0; step < 10; ++step) {
    CHECK(clamped.answer(1.0, 0.1) <= 0.2);
    CHECK(wound.answer(1.0, 0.1) <= 0.2 + 1e-12);
  }
  // The sum has come to 1 without antiwindup, and to 0.2 with it.
  CHECK(clamped.answer(-1.0, 0.1) == Approx(0.2));
  CHECK(wound.answer(-1.0, 0.1) == Approx(0.1));
}

TEST_CASE("a PID controller at its limit does not integrate further into it") {
  sim::control::Pid pid({10.0, 5.0, 0.0, -100.0, 100.0, false});
  for (int step = 0; step < 100; ++step) CHECK(pid.answer(1.0, 0.0, 0.1, {-8.0, 8.0}) > 8.0);
  // p e = 10 is beyond the limit by itself, so that nothing is left to unwind.
  CHECK(pid.answer(-0.5, 0.0, 0.1, {-8.0, 8.0}) == Approx(-5.0 - 5.0 * 0.05));
  // It integrates up to the limit, and away from it.
  sim::control::Pid slow({1.0, 10.0, 0.0, -100.0, 100.0, true});
  for (int step = 0; step < 100; ++step) slow.answer(1.0, 0.0, 0.1, {-4.5, 4.5});
  CHECK(slow.answer(0.0, 0.0, 0.1, {-4.5, 4.5}) == Approx(3.0));
}

TEST_CASE("a joint that was blocked returns at once, whatever its setpoint") {
  sim::control::DescribedJoint described;
  described.interface = sim::control::Interface::POSITION;
  described.limits.velocity = 0.5;
  sim::control::Joint joint(described, {});
  const double dt = 0.01;
  joint.measure(0.0, 0.0, 0.0);
  joint.command(1.0);
  for (int step = 1; step <= 400; ++step) {
    const double stopped = std::min(0.5 * dt * step, 0.1);
    joint.measure(stopped, stopped < 0.1 ? 0.5 : 0.0, 0.0);
    CHECK(joint.output(dt) <= 1.0);
  }
  joint.command(0.0);
  CHECK(joint.output(dt) == Approx(0.1 - 0.5 * dt));
  // A setpoint that comes back but stays ahead presses on.
  joint.command(1.0);
  for (int step = 0; step < 400; ++step) joint.output(dt);
  joint.command(0.3);
  CHECK(joint.output(dt) == Approx(1.0 - 0.5 * dt));
}

TEST_CASE("blocked wheels brake and reverse from their own speed") {
  using sim::robot_plugins::ramp_start;
  CHECK(ramp_start(2.0, -2.0, 0.01) == 0.01);
  CHECK(ramp_start(2.0, 1.0, 0.0) == 0.0);
  CHECK(ramp_start(-2.0, 2.0, 0.0) == 0.0);
  // They speed up, or roll.
  CHECK(ramp_start(2.0, 3.0, 0.0) == 2.0);
  CHECK(ramp_start(2.0, -2.0, 1.9) == 2.0);
}

TEST_CASE("a commanded speed keeps to its range, acceleration and jerk") {
  sim::control::SpeedLimits limits({-1.0, 1.0}, {-2.0, 2.0}, {});
  CHECK(limits.allowed(5.0, 0.1) == Approx(0.2));
  CHECK(limits.allowed(5.0, 0.1) == Approx(0.4));
  for (int step = 0; step < 10; ++step) limits.allowed(5.0, 0.1);
  CHECK(limits.allowed(5.0, 0.1) == Approx(1.0));
  // 2 j dt^2 within a step, as diff_drive_controller has it.
  sim::control::SpeedLimits jerk({}, {}, {-10.0, 10.0});
  CHECK(jerk.allowed(5.0, 0.1) == Approx(0.2));
  CHECK(jerk.allowed(5.0, 0.1) == Approx(0.6));
}

TEST_CASE("a damped spring draws with k x, and brakes with 2 sqrt(k m) v") {
  const sim::robot_plugins::CriticalSpring spring(400.0, 4.0);
  CHECK(spring.effort(0.5, 0.0) == Approx(200.0));
  CHECK(spring.effort(0.0, 1.0) == Approx(-80.0));
}

TEST_CASE("a quintic from rest to rest is 10 u^3 - 15 u^4 + 6 u^5") {
  using sim::joints::Degree;
  sim::joints::Trajectory trajectory(false);
  trajectory.hold(1.0, 0.0);
  trajectory.merge(1.0, {{3.0, Degree::QUINTIC, 4.0, 0.0, 0.0}});
  const auto quarter = trajectory.at(1.5);
  CHECK(quarter.value == Approx(4.0 * (10.0 / 64.0 - 15.0 / 256.0 + 6.0 / 1024.0)));
  const auto middle = trajectory.at(2.0);
  CHECK(middle.value == Approx(2.0));
  CHECK(middle.slope == Approx(1.875 * 4.0 / 2.0));
  CHECK(middle.curvature == Approx(0.0).epsilon(1e-9));
  CHECK(trajectory.at(3.0).value == Approx(4.0));
  CHECK(trajectory.at(9.0).value == Approx(4.0));
}

TEST_CASE("a cubic meets the slopes at its ends") {
  using sim::joints::Degree;
  sim::joints::Trajectory trajectory(false);
  trajectory.hold(0.0, 1.0);
  trajectory.merge(0.0, {{1.0, Degree::CUBIC, 2.0, 3.0, 0.0}});
  const double near = 1e-6;
  CHECK(trajectory.at(near).slope == Approx(0.0).epsilon(1e-4));
  CHECK(trajectory.at(1.0 - near).slope == Approx(3.0).epsilon(1e-4));
  // 1 + 0 u + (3 - 3) u^2 + (3 - 2) u^3.
  CHECK(trajectory.at(0.5).value == Approx(1.125));
}

TEST_CASE("a new command keeps what is due before it; after the last knot a velocity is 0") {
  using sim::joints::Degree;
  sim::joints::Trajectory trajectory(true);
  trajectory.hold(0.0, 0.0);
  trajectory.merge(0.0, {{2.0, Degree::LINEAR, 2.0}});
  trajectory.merge(1.0, {{3.0, Degree::LINEAR, 0.0}});
  CHECK(trajectory.at(0.5).value == Approx(0.5));
  CHECK(trajectory.at(2.0).value == Approx(2.0));
  CHECK(trajectory.at(2.5).value == Approx(1.0));
  CHECK(trajectory.at(4.0).value == 0.0);
}
