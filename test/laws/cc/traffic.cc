// Motion, lamps and paths of traffic against their formulas.
#include <doctest/doctest.h>

#include <cmath>
#include <memory>
#include <vector>

#include "laws/traffic/interpolation.h"
#include "laws/traffic/lamp_law.h"
#include "laws/traffic/traffic_state.h"

using doctest::Approx;
using sim::TrafficState;
using sim::TrafficStatePtr;

namespace {

constexpr double STEP = 0.1;  // s, SUMO's

// One vehicle on the x axis.
TrafficStatePtr state(double time, double x, double speed, double yaw = 0.0) {
  auto made = std::make_shared<TrafficState>();
  made->time = time;
  made->step = STEP;
  made->resize(1);
  made->id[0] = 7;
  made->position[0][0] = x;
  made->yaw[0] = yaw;
  made->set_speed(0, speed);
  return made;
}

}  // namespace

TEST_CASE("a vehicle is shown one step late, at SUMO's place and speed at each boundary") {
  sim::Interpolator traffic;
  traffic.add(state(0.0, 0.0, 10.0), 0.0);
  traffic.add(state(STEP, 1.2, 14.0), STEP);
  CHECK(traffic.advance(STEP));
  const auto begin = traffic.at(STEP, 0), end = traffic.at(2.0 * STEP, 0);
  CHECK(begin.position[0] == Approx(0.0));
  CHECK(begin.velocity[0] == Approx(10.0));
  CHECK(end.position[0] == Approx(1.2));
  CHECK(end.velocity[0] == Approx(14.0));
  // Hermite at the middle: (x0 + x1) / 2 + T (v0 - v1) / 8.
  CHECK(traffic.at(1.5 * STEP, 0).position[0] == Approx(0.6 + STEP * (10.0 - 14.0) / 8.0));
}

TEST_CASE("yaw goes the short way round") {
  sim::Interpolator traffic;
  traffic.add(state(0.0, 0.0, 0.0, 3.1), 0.0);
  traffic.add(state(STEP, 0.0, 0.0, -3.1), STEP);
  traffic.advance(STEP);
  CHECK(traffic.at(STEP, 0).yaw_rate == Approx((2.0 * M_PI - 6.2) / STEP));
  CHECK(std::abs(traffic.at(1.5 * STEP, 0).yaw) == Approx(M_PI).epsilon(1e-9));
}

TEST_CASE("without a next state a vehicle goes straight on") {
  sim::Interpolator traffic;
  traffic.add(state(0.0, 0.0, 10.0), 0.0);
  traffic.advance(STEP);
  CHECK(traffic.at(STEP + 0.35, 0).position[0] == Approx(3.5));
  CHECK(traffic.at(STEP + 0.35, 0).velocity[0] == Approx(10.0));
}

TEST_CASE("poses of all vehicles and of each alone agree, on slopes and beyond the last state") {
  const auto road = [](double time, double x) {
    auto made = std::make_shared<TrafficState>();
    made->time = time;
    made->step = STEP;
    made->resize(2);
    for (std::size_t row = 0; row < 2; ++row) {
      made->id[row] = static_cast<std::uint32_t>(row);
      made->position[0][row] = x + 5.0 * static_cast<double>(row);
      made->yaw[row] = x;
      made->pitch[row] = 0.1 * x;
      made->roll[row] = -0.05 * x;
      made->set_speed(row, 3.0 + x);
    }
    return made;
  };
  sim::Interpolator traffic;
  traffic.add(road(0.0, 0.0), 0.0);
  traffic.add(road(STEP, 0.4), STEP);
  sim::TrafficPoses all;
  for (const double time : {STEP, 0.137, 2.0 * STEP, 0.31}) {
    traffic.advance(time);
    traffic.at(time, all);
    REQUIRE(all.size() == 2);
    for (std::size_t row = 0; row < 2; ++row) {
      const auto one = traffic.at(time, row);
      CHECK(one.position == all[row].position);
      CHECK(std::remainder(one.yaw - all[row].yaw, 2.0 * M_PI) == Approx(0.0));
      CHECK(one.pitch == all[row].pitch);
      CHECK(one.roll == all[row].roll);
    }
  }
}

TEST_CASE("a stamp that is not newer empties the road at once and starts afresh") {
  sim::Interpolator traffic;
  traffic.add(state(0.9, 0.0, 1.0), 0.9);
  traffic.add(state(1.0, 0.1, 1.0), 1.0);
  CHECK(traffic.advance(1.005));
  CHECK_FALSE(traffic.advance(1.01));
  traffic.add(state(1.0, 0.1, 1.0), 1.05);
  CHECK(traffic.changes_at() < 0.0);
  CHECK(traffic.advance(1.055));
  CHECK(traffic.state().size() == 0);
  CHECK_FALSE(traffic.advance(1.06));
  CHECK(traffic.advance(1.1));
  CHECK(traffic.state().size() == 1);
}

TEST_CASE("rows of a state in any order are sorted, and an id that comes twice is refused") {
  TrafficState rows;
  rows.resize(2);
  rows.id = {9, 4};
  rows.type = {0, 1};
  rows.position[0] = {1.0, 2.0};
  rows.sort();
  CHECK(rows.id == std::vector<std::uint32_t>{4, 9});
  CHECK(rows.type == std::vector<std::uint16_t>{1, 0});
  CHECK(rows.position[0] == std::vector<double>{2.0, 1.0});
  rows.id = {9, 9};
  CHECK_THROWS_WITH(rows.sort(), "vehicle 9 comes twice in one state");
}

TEST_CASE("heads show SUMO's letters, and 'o' blinks once a second") {
  CHECK(sim::lit_head('r', 0.0) == sim::RED);
  CHECK(sim::lit_head('u', 0.0) == (sim::RED | sim::YELLOW));
  CHECK(sim::lit_head('G', 0.0) == sim::GREEN);
  CHECK(sim::lit_head('O', 0.0) == 0u);
  CHECK(sim::lit_head('o', 3.25) == sim::YELLOW);
  CHECK(sim::lit_head('o', 3.75) == 0u);
}

TEST_CASE("indicators blink at 1.5 Hz, between the 1 and 2 Hz of UN Regulation 48") {
  constexpr std::uint32_t RIGHT = 1, LEFT = 2, HAZARD = 4, BRAKE = 8;
  CHECK(sim::lit_vehicle(BRAKE, 0.4) == sim::BRAKE_BIT);
  CHECK(sim::lit_vehicle(LEFT, 0.0) == sim::BLINKER_LEFT_BIT);
  CHECK(sim::lit_vehicle(HAZARD | RIGHT, 0.0) == (sim::BLINKER_LEFT_BIT | sim::BLINKER_RIGHT_BIT));
  int begun = 0;
  bool lit = false;
  for (int step = 0; step < 10000; ++step) {
    const bool now = sim::lit_vehicle(LEFT, 0.001 * step) != 0u;
    begun += now && !lit;
    lit = now;
  }
  CHECK(begun == 15);
}

TEST_CASE("rows are sorted by id, and an id that comes twice is an error") {
  TrafficState one;
  one.resize(2);
  one.id = {5, 3};
  one.position[0] = {50.0, 30.0};
  one.sort();
  CHECK(one.id[0] == 3u);
  CHECK(one.position[0][0] == 30.0);
  CHECK(one.row(5) == 1);
  CHECK(one.row(4) == -1);
  one.id = {3, 3};
  CHECK_THROWS(one.sort());
}
