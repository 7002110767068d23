// Parts of a vehicle: actuators, steering, dead reckoning, wheel laws.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "laws/vehicle/actuators.h"
#include "laws/vehicle/odometry.h"
#include "laws/vehicle/steering.h"
#include "laws/vehicle/tyre.h"
#include "laws/vehicle/wheel.h"

// All tests are one unit.
namespace vehicle_parts {

using namespace sim::vehicle;

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

// Returns whether two numbers are equal up to rounding, or to `relative` of the second.
bool near(double found, double expected, double relative = 1e-6, double absolute = 1e-12) {
  return std::abs(found - expected) <= std::max(relative * std::abs(expected), absolute);
}

std::vector<double> response(Actuator& actuator, double demand, int steps) {
  std::vector<double> values;
  for (int k = 0; k < steps; ++k) values.push_back(actuator.update(demand, DT));
  return values;
}

TEST_CASE("an ideal actuator follows at once within its range") {
  Actuator actuator(-1.0, 1.0, ANY_RATE, 0.0, 0.0);
  CHECK(actuator.update(0.4, DT) == 0.4);
  CHECK(actuator.update(7.0, DT) == 1.0);
  CHECK(actuator.update(-7.0, DT) == -1.0);
}

TEST_CASE("delay is exact in steps") {
  Actuator actuator(-1.0, 1.0, ANY_RATE, 0.0, 0.1);
  const std::vector<double> values = response(actuator, 1.0, 30);
  for (int k = 0; k < 30; ++k) CHECK(values[k] == (k < 20 ? 0.0 : 1.0));
}

TEST_CASE("delay keeps the shape of the demand") {
  Actuator actuator(-10.0, 10.0, ANY_RATE, 0.0, 4 * DT);
  for (int k = 0; k < 40; ++k) {
    const double value = actuator.update(std::sin(0.3 * k), DT);
    CHECK(value == (k < 4 ? 0.0 : std::sin(0.3 * (k - 4))));
  }
}

TEST_CASE("lag reaches 63 percent after its time constant for any step") {
  for (const double dt : {0.001, 0.005, 0.02}) {
    Actuator actuator(-1.0, 1.0, ANY_RATE, 0.1, 0.0);
    for (int k = 0; k < std::lround(0.1 / dt); ++k) actuator.update(1.0, dt);
    CHECK(near(actuator.value(), 1.0 - std::exp(-1.0)));
  }
}

TEST_CASE("an actuator is no faster than its rate") {
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

TEST_CASE("reset forgets what is under way") {
  Actuator actuator(-1.0, 1.0, ANY_RATE, 0.05, 0.05);
  response(actuator, 1.0, 20);
  actuator.reset();
  for (const double value : response(actuator, 0.0, 20)) CHECK(value == 0.0);
}

TEST_CASE("both front axes meet at the turning centre") {
  for (int k = 0; k < DRAWS; ++k) {
    const double angle = drawn(1e-6, 0.6) * (k % 2 == 0 ? 1.0 : -1.0);
    const auto [left, right] = ackermann_angles(angle, WHEELBASE, TRACK);
    const double radius = WHEELBASE / std::tan(angle);
    CHECK(near(WHEELBASE / std::tan(left), radius - TRACK / 2));
    CHECK(near(WHEELBASE / std::tan(right), radius + TRACK / 2));
  }
}

TEST_CASE("the inner wheel turns more and sides mirror") {
  const auto [left, right] = ackermann_angles(0.4, WHEELBASE, TRACK);
  CHECK(left > 0.4);
  CHECK(0.4 > right);
  CHECK(right > 0.0);
  const auto [other_left, other_right] = ackermann_angles(-0.4, WHEELBASE, TRACK);
  CHECK(near(other_left, -right));
  CHECK(near(other_right, -left));
  const auto [straight_left, straight_right] = ackermann_angles(0.0, WHEELBASE, TRACK);
  CHECK(straight_left == 0.0);
  CHECK(straight_right == 0.0);
}

TEST_CASE("twist and steering are inverse") {
  for (int k = 0; k < DRAWS; ++k) {
    const double speed = drawn(0.5, 30.0) * (k % 2 == 0 ? 1.0 : -1.0), rate = drawn(-0.5, 0.5);
    const double angle = steering_for_twist(speed, rate, WHEELBASE);
    CHECK(near(yaw_rate(speed, angle, WHEELBASE), rate));
  }
}

TEST_CASE("a standing car keeps its wheels straight") {
  CHECK(steering_for_twist(0.0, 1.0, WHEELBASE) == 0.0);
}

TEST_CASE("dead reckoning follows a straight line") {
  Odometry odometry(WHEELBASE, REAR_AXLE);
  for (int k = 0; k < 200; ++k) odometry.update(0.005, 10.0, 0.0);
  CHECK(near(odometry.x, 10.0));
  CHECK(near(odometry.y, 0.0));
  CHECK(near(odometry.yaw, 0.0));
}

TEST_CASE("a full circle closes and base link runs on the wider one") {
  Odometry odometry(WHEELBASE, REAR_AXLE);
  const double radius = WHEELBASE / std::tan(0.3), dt = 2.0 * PI * radius / 5.0 / 2000;
  double farthest = 0.0;
  for (int k = 0; k < 2000; ++k) {
    odometry.update(dt, 5.0, 0.3);
    farthest = std::max(farthest, std::hypot(odometry.x, odometry.y));
  }
  CHECK(std::abs(odometry.x - 0.0) < 1e-6);
  CHECK(std::abs(odometry.y - 0.0) < 1e-6);
  CHECK(std::abs(odometry.yaw - 0.0) < 1e-6);
  CHECK(near(farthest, 2.0 * std::hypot(radius, REAR_AXLE), 1e-4));
  CHECK(near(odometry.lateral_speed, -REAR_AXLE * odometry.yaw_rate));
}

TEST_CASE("the suspension is a spring with a damper that opposes motion") {
  CHECK(near(suspension_force(1000.0, 100.0, 0.1, 0.0), 100.0));
  CHECK(near(suspension_force(1000.0, 100.0, 0.1, 0.5), 50.0));
  CHECK(near(suspension_force(1000.0, 100.0, 0.1, -0.5), 150.0));
}

TEST_CASE("the suspension never pulls") {
  for (int k = 0; k < DRAWS; ++k) {
    const double x = drawn(-1.0, 1.0);
    const double force = suspension_force(3e4, 2e3, x, drawn(-100.0, 100.0));
    CHECK(force >= 0.0);
    CHECK((x > 0.0 || force == 0.0));
  }
}

TEST_CASE("the turning force stops the slip within the time constant") {
  CHECK(near(turning_force(375.0, 0.1, 0.025), -375.0 * 0.1 / 0.025));
}

TEST_CASE("the friction circle caps the size and keeps the direction") {
  for (int k = 0; k < DRAWS; ++k) {
    const Tangential given = {drawn(-1e5, 1e5), drawn(-1e5, 1e5)};
    const double mu = drawn(0.0, 2.0), normal = drawn(0.0, 1e5);
    Tangential capped = given;
    friction_circle(capped, mu, normal);
    CHECK(std::hypot(capped.forward, capped.left) <= mu * normal * (1 + 1e-9) + 1e-9);
    CHECK(near(capped.forward * given.left, capped.left * given.forward, 1e-9, 1e-6));
    if (std::hypot(given.forward, given.left) <= mu * normal) {
      CHECK(capped.forward == given.forward);
      CHECK(capped.left == given.left);
    }
  }
}

TEST_CASE("a wheel in the air follows the torque and the brake stops it") {
  Wheel parameters;
  parameters.inertia = 1.2;
  WheelDynamics wheel(parameters);
  wheel.turn({nullptr, {0.01}}, {12.0, 0.0});
  CHECK(near(wheel.speed(), 12.0 / 1.2 * 0.01));
  wheel.turn({nullptr, {0.01}}, {0.0, 500.0});
  CHECK(wheel.speed() == 0.0);
}

}  // namespace vehicle_parts
