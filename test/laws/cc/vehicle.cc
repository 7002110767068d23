// The vehicle's laws against their formulas and published numbers.
#include <doctest/doctest.h>

#include <cmath>

#include "laws/vehicle/actuators.h"
#include "laws/vehicle/aerodynamics.h"
#include "laws/vehicle/magic_formula.h"
#include "laws/vehicle/odometry.h"
#include "laws/vehicle/steering.h"
#include "laws/vehicle/tyre.h"
#include "laws/vehicle/weather.h"

using doctest::Approx;
using namespace sim::vehicle;

namespace {

constexpr double LOAD = 4000.0;  // N

Contact contact_with(double load) {
  Contact contact;
  contact.dt = 0.001;
  contact.mass = load / GRAVITY;
  contact.load = load;
  contact.ground = 10.0;
  return contact;
}

// B = 10, C = 1.9, D = 1, E = 0.97 in both directions: dry tarmac in MathWorks' "Tire-Road
// Interaction (Magic Formula)".
MagicFormula dry_tarmac() {
  MagicFormula formula;
  formula.fnomin = LOAD;
  formula.pcx1 = formula.pcy1 = 1.9;
  formula.pdx1 = formula.pdy1 = 1.0;
  formula.pex1 = formula.pey1 = 0.97;
  formula.pkx1 = 19.0;
  // K_y = p_Ky1 F_z0 sin(2 atan(F_z / (p_Ky2 F_z0))), largest at the nominal load with p_Ky2 = 1.
  formula.pky1 = -19.0;
  formula.pky2 = 1.0;
  return formula;
}

}  // namespace

TEST_CASE("the Magic Formula gives its published curve along the wheel") {
  const MagicFormulaTyre tyre(dry_tarmac(), {}, true);
  const Contact contact = contact_with(LOAD);
  CHECK(tyre.steady(contact, {0.0, 0.0}).forward == Approx(0.0));
  CHECK(tyre.steady(contact, {0.02, 0.0}).forward == Approx(1448.079966368).epsilon(1e-9));
  CHECK(tyre.steady(contact, {0.1, 0.0}).forward == Approx(3823.368412337).epsilon(1e-9));
  CHECK(tyre.steady(contact, {-0.1, 0.0}).forward == Approx(-3823.368412337).epsilon(1e-9));
  CHECK(tyre.steady(contact, {1.0, 0.0}).forward == Approx(3658.087832051).epsilon(1e-9));
}

TEST_CASE("the Magic Formula's slope at no slip is B C D, and its peak D") {
  const MagicFormulaTyre tyre(dry_tarmac(), {}, true);
  const Contact contact = contact_with(LOAD);
  CHECK(tyre.stiffness(contact).forward == Approx(10.0 * 1.9 * LOAD));
  CHECK(tyre.stiffness(contact).left == Approx(10.0 * 1.9 * LOAD));
  CHECK(tyre.steady(contact, {1e-7, 0.0}).forward == Approx(0.0076).epsilon(1e-6));
  CHECK(tyre.grip(contact) == Approx(LOAD));
  const double best = tyre.best_slip(contact);
  CHECK(best == Approx(0.180194399).epsilon(1e-6));
  CHECK(tyre.steady(contact, {best, 0.0}).forward == Approx(LOAD).epsilon(1e-9));
}

TEST_CASE("the Magic Formula pushes sideways against slip to the left, alike on both sides") {
  const MagicFormulaTyre left(dry_tarmac(), {}, true), right(dry_tarmac(), {}, false);
  const Contact contact = contact_with(LOAD);
  CHECK(left.steady(contact, {0.0, 0.1}).left == Approx(-3823.368412337).epsilon(1e-9));
  CHECK(left.steady(contact, {0.0, -0.1}).left == Approx(3823.368412337).epsilon(1e-9));
  CHECK(right.steady(contact, {0.0, 0.1}).left == Approx(-3823.368412337).epsilon(1e-9));
}

TEST_CASE("a linear tyre's force is its stiffness times slip, within the circle of friction") {
  Wheel wheel;
  wheel.friction = 0.8;
  TyreParameters parameters;
  parameters.nominal_load = LOAD;
  const LinearTyre tyre(wheel, parameters);
  const Contact contact = contact_with(LOAD);
  CHECK(tyre.steady(contact, {0.01, 0.0}).forward == Approx(25.0 * LOAD * 0.01));
  CHECK(tyre.steady(contact, {0.0, 0.01}).left == Approx(-20.0 * LOAD * std::tan(0.01)));
  const Tangential most = tyre.steady(contact, {0.3, 0.3});
  CHECK(std::hypot(most.forward, most.left) == Approx(0.8 * LOAD));
}

TEST_CASE("Fiala's brush gives mu F (1 - (1 - C s / 3 mu F)^3), and slides from s = 3 mu F / C") {
  Wheel wheel;
  wheel.friction = 1.0;
  TyreParameters parameters;
  parameters.nominal_load = LOAD;
  parameters.load_sensitivity = 0.0;
  const FialaTyre tyre(wheel, parameters);
  const Contact contact = contact_with(LOAD);
  // kappa = 0.05: sigma = 1/21, C sigma / (3 mu F) = 25/63, the rest 38/63.
  CHECK(tyre.steady(contact, {0.05, 0.0}).forward ==
        Approx(LOAD * (1.0 - std::pow(38.0 / 63.0, 3))));
  // 3/25 of sigma is kappa = 3/22.
  CHECK(tyre.steady(contact, {3.0 / 22.0, 0.0}).forward == Approx(LOAD));
  CHECK(tyre.steady(contact, {0.5, 0.0}).forward == Approx(LOAD));
}

TEST_CASE("front wheels' axes meet on the rear axle's line") {
  // L = 2.5 m, w = 1.5 m, R = 10 m: 2.5/9.25 on the inside and 2.5/10.75 on the outside.
  const auto [left, right] = ackermann_angles(std::atan(0.25), 2.5, 1.5);
  CHECK(left == Approx(std::atan(2.5 / 9.25)));
  CHECK(right == Approx(std::atan(2.5 / 10.75)));
  CHECK(steering_for_twist(10.0, 1.0, 2.5) == Approx(std::atan(0.25)));
  CHECK(steering_for_twist(0.0, 1.0, 2.5) == 0.0);
  CHECK(yaw_rate(10.0, std::atan(0.25), 2.5) == Approx(1.0));
}

TEST_CASE("odometry of a full circle comes back") {
  Odometry odometry(2.5, 0.0);
  const int steps = 10000;
  const double dt = 2.0 * M_PI / steps;
  for (int step = 0; step < steps / 4; ++step) odometry.update(dt, 10.0, std::atan(0.25));
  CHECK(odometry.x == Approx(10.0).epsilon(1e-6));
  CHECK(odometry.y == Approx(10.0).epsilon(1e-6));
  CHECK(odometry.yaw == Approx(M_PI / 2.0));
  for (int step = 0; step < 3 * steps / 4; ++step) odometry.update(dt, 10.0, std::atan(0.25));
  CHECK(std::hypot(odometry.x, odometry.y) < 1e-6);
}

TEST_CASE("an actuator's lag has let through 1 - 1/e after its time constant") {
  Actuator lag(-1.0, 1.0, 100.0, 0.1, 0.0);
  for (int step = 0; step < 1000; ++step) lag.update(1.0, 1e-4);
  CHECK(lag.value() == Approx(1.0 - std::exp(-1.0)).epsilon(1e-3));
  Actuator limited(-1.0, 1.0, 0.5, 0.0, 0.0);
  for (int step = 0; step < 100; ++step) limited.update(1.0, 0.01);
  CHECK(limited.value() == Approx(0.5));
}

TEST_CASE("air holds back by half rho C_d A v^2") {
  VehicleParameters parameters;
  parameters.aerodynamics.drag_area = 0.7;
  Wrench wrench;
  add_air(wrench, parameters, {1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0}, {30.0, 0.0, 0.0});
  CHECK(wrench.force[0] == Approx(-0.5 * 1.225 * 0.7 * 900.0));
  CHECK(wrench.force[1] == Approx(0.0));
}

TEST_CASE("weather leaves what Bosch's handbook has of a new tyre's friction at 50 km/h") {
  CHECK(weather_friction("dry") == 1.0);
  CHECK(weather_friction("wet") == Approx(0.65 / 0.85));
  CHECK(weather_friction("ice") == Approx(0.1 / 0.85));
  CHECK_THROWS(weather_friction("mud"));
}
