// What a vehicle is made of: actuators, steering, dead reckoning, the laws of a wheel.
#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "check.h"
#include "laws/vehicle/actuators.h"
#include "laws/vehicle/odometry.h"
#include "laws/vehicle/steering.h"
#include "laws/vehicle/tyre.h"
#include "laws/vehicle/wheel.h"

using check::near;
using sim::vehicle::Actuator;
using sim::vehicle::Odometry;

namespace {

constexpr double DT = 0.005;
constexpr double ANY_RATE = std::numeric_limits<double>::infinity();
constexpr double WHEELBASE = 2.7;
constexpr double TRACK = 1.56;
constexpr double REAR_AXLE = -1.35;
constexpr double PI = 3.14159265358979323846;
constexpr int DRAWS = 200;

std::mt19937& draws() {
  static std::mt19937 random(0);
  return random;
}

double drawn(double low, double high) {
  return std::uniform_real_distribution<>(low, high)(draws());
}

std::vector<double> response(Actuator& actuator, double demand, int steps) {
  std::vector<double> values;
  for (int k = 0; k < steps; ++k) values.push_back(actuator.update(demand, DT));
  return values;
}

}  // namespace

CASE(an_ideal_actuator_follows_at_once_within_its_range) {
  Actuator actuator(-1.0, 1.0, ANY_RATE, 0.0, 0.0);
  CHECK(actuator.update(0.4, DT) == 0.4);
  CHECK(actuator.update(7.0, DT) == 1.0);
  CHECK(actuator.update(-7.0, DT) == -1.0);
}

CASE(delay_is_exact_in_steps) {
  Actuator actuator(-1.0, 1.0, ANY_RATE, 0.0, 0.1);
  const std::vector<double> values = response(actuator, 1.0, 30);
  for (int k = 0; k < 30; ++k) CHECK(values[k] == (k < 20 ? 0.0 : 1.0));
}

CASE(delay_keeps_the_shape_of_the_demand) {
  Actuator actuator(-10.0, 10.0, ANY_RATE, 0.0, 4 * DT);
  for (int k = 0; k < 40; ++k) {
    const double value = actuator.update(std::sin(0.3 * k), DT);
    CHECK(value == (k < 4 ? 0.0 : std::sin(0.3 * (k - 4))));
  }
}

CASE(lag_reaches_63_percent_after_its_time_constant_for_any_step) {
  for (const double dt : {0.001, 0.005, 0.02}) {
    Actuator actuator(-1.0, 1.0, ANY_RATE, 0.1, 0.0);
    for (int k = 0; k < std::lround(0.1 / dt); ++k) actuator.update(1.0, dt);
    CHECK(near(actuator.value(), 1.0 - std::exp(-1.0)));
  }
}

CASE(an_actuator_is_no_faster_than_its_rate) {
  Actuator actuator(-1.0, 1.0, 2.0, 0.0, 0.0);
  const std::vector<double> values = response(actuator, 1.0, 120);
  double before = 0.0;
  for (const double value : values) {
    CHECK(value - before <= 2.0 * DT + 1e-12);
    before = value;
  }
  CHECK(values[98] < 1.0);
  CHECK(near(values[100], 1.0));
}

CASE(reset_forgets_what_is_under_way) {
  Actuator actuator(-1.0, 1.0, ANY_RATE, 0.05, 0.05);
  response(actuator, 1.0, 20);
  actuator.reset();
  for (const double value : response(actuator, 0.0, 20)) CHECK(value == 0.0);
}

CASE(both_front_axes_meet_at_the_turning_centre) {
  for (int k = 0; k < DRAWS; ++k) {
    const double angle = drawn(1e-6, 0.6) * (k % 2 == 0 ? 1.0 : -1.0);
    const auto [left, right] = sim::vehicle::ackermann_angles(angle, WHEELBASE, TRACK);
    const double radius = WHEELBASE / std::tan(angle);
    CHECK(near(WHEELBASE / std::tan(left), radius - TRACK / 2));
    CHECK(near(WHEELBASE / std::tan(right), radius + TRACK / 2));
  }
}

CASE(the_inner_wheel_turns_more_and_sides_mirror) {
  const auto [left, right] = sim::vehicle::ackermann_angles(0.4, WHEELBASE, TRACK);
  CHECK(left > 0.4 && 0.4 > right && right > 0.0);
  const auto [other_left, other_right] = sim::vehicle::ackermann_angles(-0.4, WHEELBASE, TRACK);
  CHECK(near(other_left, -right) && near(other_right, -left));
  const auto [straight_left, straight_right] =
      sim::vehicle::ackermann_angles(0.0, WHEELBASE, TRACK);
  CHECK(straight_left == 0.0 && straight_right == 0.0);
}

CASE(twist_and_steering_are_inverse) {
  for (int k = 0; k < DRAWS; ++k) {
    const double speed = drawn(0.5, 30.0) * (k % 2 == 0 ? 1.0 : -1.0), rate = drawn(-0.5, 0.5);
    const double angle = sim::vehicle::steering_for_twist(speed, rate, WHEELBASE);
    CHECK(near(sim::vehicle::yaw_rate(speed, angle, WHEELBASE), rate));
  }
}

CASE(a_standing_car_keeps_its_wheels_straight) {
  CHECK(sim::vehicle::steering_for_twist(0.0, 1.0, WHEELBASE) == 0.0);
}

CASE(dead_reckoning_follows_a_straight_line) {
  Odometry odometry(WHEELBASE, REAR_AXLE);
  for (int k = 0; k < 200; ++k) odometry.update(0.005, 10.0, 0.0);
  CHECK(near(odometry.x, 10.0) && near(odometry.y, 0.0) && near(odometry.yaw, 0.0));
}

CASE(a_full_circle_closes_and_base_link_runs_on_the_wider_one) {
  Odometry odometry(WHEELBASE, REAR_AXLE);
  const double radius = WHEELBASE / std::tan(0.3), dt = 2.0 * PI * radius / 5.0 / 2000;
  double farthest = 0.0;
  for (int k = 0; k < 2000; ++k) {
    odometry.update(dt, 5.0, 0.3);
    farthest = std::max(farthest, std::hypot(odometry.x, odometry.y));
  }
  CHECK(near(odometry.x, 0.0, 0.0, 1e-6) && near(odometry.y, 0.0, 0.0, 1e-6));
  CHECK(near(odometry.yaw, 0.0, 0.0, 1e-6));
  CHECK(near(farthest, 2.0 * std::hypot(radius, REAR_AXLE), 1e-4));
  CHECK(near(odometry.lateral_speed, -REAR_AXLE * odometry.yaw_rate));
}

CASE(the_suspension_is_a_spring_with_a_damper_that_opposes_motion) {
  CHECK(near(sim::vehicle::suspension_force(1000.0, 100.0, 0.1, 0.0), 100.0));
  CHECK(near(sim::vehicle::suspension_force(1000.0, 100.0, 0.1, 0.5), 50.0));
  CHECK(near(sim::vehicle::suspension_force(1000.0, 100.0, 0.1, -0.5), 150.0));
}

CASE(the_suspension_never_pulls) {
  for (int k = 0; k < DRAWS; ++k) {
    const double x = drawn(-1.0, 1.0);
    const double force = sim::vehicle::suspension_force(3e4, 2e3, x, drawn(-100.0, 100.0));
    CHECK(force >= 0.0);
    CHECK(x > 0.0 || force == 0.0);
  }
}

CASE(the_turning_force_stops_the_slip_within_the_time_constant) {
  CHECK(near(sim::vehicle::turning_force(375.0, 0.1, 0.025), -375.0 * 0.1 / 0.025));
}

CASE(the_friction_circle_caps_the_size_and_keeps_the_direction) {
  for (int k = 0; k < DRAWS; ++k) {
    const sim::vehicle::Tangential given = {drawn(-1e5, 1e5), drawn(-1e5, 1e5)};
    const double mu = drawn(0.0, 2.0), normal = drawn(0.0, 1e5);
    sim::vehicle::Tangential capped = given;
    sim::vehicle::friction_circle(capped, mu, normal);
    CHECK(std::hypot(capped.forward, capped.left) <= mu * normal * (1 + 1e-9) + 1e-9);
    CHECK(near(capped.forward * given.left, capped.left * given.forward, 1e-9, 1e-6));
    if (std::hypot(given.forward, given.left) <= mu * normal) {
      CHECK(capped.forward == given.forward && capped.left == given.left);
    }
  }
}

CASE(a_wheel_in_the_air_follows_the_torque_and_the_brake_stops_it) {
  sim::vehicle::Wheel parameters;
  parameters.inertia = 1.2;
  sim::vehicle::WheelDynamics wheel(parameters);
  wheel.turn({nullptr, {0.01}}, {12.0, 0.0});
  CHECK(near(wheel.speed(), 12.0 / 1.2 * 0.01));
  wheel.turn({nullptr, {0.01}}, {0.0, 500.0});
  CHECK(wheel.speed() == 0.0);
}

int main() { return check::run(); }
