// Laws of sensors against their formulas and published numbers.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <vector>

#include "laws/sensors/beams.h"
#include "laws/sensors/cone.h"
#include "laws/sensors/lens.h"
#include "laws/sensors/lidar_devices.h"
#include "laws/sensors/remap.h"
#include "laws/sensors/wide_lens.h"

using doctest::Approx;
using sim::Lens;

namespace {

constexpr double DEGREE = M_PI / 180.0;

}  // namespace

TEST_CASE("Brown's distortion is its polynomial") {
  Lens lens;
  lens.k1 = -0.2;
  lens.k2 = 0.03;
  lens.k3 = 0.01;
  lens.p1 = 0.002;
  lens.p2 = -0.001;
  // r^2 = 0.25: the radial factor is 1 - 0.05 + 0.001875 + 0.00015625.
  const sim::Ray image = sim::distorted(lens, {0.3, 0.4});
  CHECK(image.x == Approx(0.3 * 0.95203125 + 2.0 * 0.002 * 0.12 - 0.001 * (0.25 + 2.0 * 0.09)));
  CHECK(image.y == Approx(0.4 * 0.95203125 + 0.002 * (0.25 + 2.0 * 0.16) - 2.0 * 0.001 * 0.12));
}

TEST_CASE("each pixel's ray is bent to that pixel") {
  Lens lens;
  lens.k1 = -0.25;
  lens.k2 = 0.06;
  lens.p1 = 0.001;
  const sim::Intrinsics camera(64, 48, 60.0 * DEGREE, lens);
  CHECK(camera.f == Approx(32.0 / std::tan(30.0 * DEGREE)));
  const auto rays = sim::pixel_rays(camera, lens, "test");
  for (unsigned row = 0; row < 48; row += 7) {
    for (unsigned column = 0; column < 64; column += 9) {
      const sim::Ray image = sim::distorted(lens, rays[row * 64 + column]);
      CHECK(image.x * camera.f + camera.cx == Approx(column).epsilon(1e-6));
      CHECK(image.y * camera.f + camera.cy == Approx(row).epsilon(1e-6));
    }
  }
}

TEST_CASE("a bent picture has what its rays meet in the view") {
  Lens lens;
  lens.k1 = -0.25;
  lens.k2 = 0.06;
  lens.p1 = 0.001;
  lens.center_x = 0.52;
  const sim::Optics optics(64, 48, 60.0 * DEGREE, lens, "test");
  const auto& [width, height, left, right, bottom, top] = optics.view;
  // Colours that are linear in the place, and depths that number the pixels.
  std::vector<std::uint16_t> colors;
  std::vector<float> numbers;
  for (unsigned row = 0; row < height; ++row) {
    for (unsigned column = 0; column < width; ++column) {
      colors.push_back(static_cast<std::uint16_t>(500 * column + 40 * row));
      numbers.push_back(static_cast<float>(numbers.size()));
    }
  }
  const auto seen = sim::remapped_colors(optics, colors.data(), 1);
  const auto far = sim::remapped_depths(optics, numbers.data());
  for (std::size_t k = 0; k < optics.rays.size(); ++k) {
    const double x = (optics.rays[k].x - left) / (right - left) * width - 0.5;
    const double y = (optics.rays[k].y + top) / (top - bottom) * height - 0.5;
    CHECK(std::abs(seen[k] - (500.0 * x + 40.0 * y)) < 0.51);
    CHECK(far[k] == std::round(y) * width + std::round(x));
  }
  CHECK(optics.dark() == 0.0);
}

TEST_CASE("pixels beyond a lens's fold are dark") {
  // r (1 - r^2 / 4) has its maximum of 0.770 at r = 1.155.
  Lens lens;
  lens.k1 = -0.25;
  const sim::Optics optics(80, 60, 1.3, lens, "test");
  const std::vector<std::uint8_t> colors(optics.view.width * optics.view.height, 200);
  const std::vector<float> depths(colors.size(), 5.0f);
  const auto seen = sim::remapped_colors(optics, colors.data(), 1);
  const auto far = sim::remapped_depths(optics, depths.data());
  const auto& camera = optics.intrinsics;
  int dark = 0;
  for (std::size_t k = 0; k < seen.size(); ++k) {
    const double radius = std::hypot(k % 80 - camera.cx, k / 80 - camera.cy) / camera.f;
    const bool lit = radius < 0.7698;
    CHECK(seen[k] == (lit ? 200 : 0));
    CHECK(std::isnan(far[k]) == !lit);
    dark += lit ? 0 : 1;
  }
  CHECK(optics.dark() == Approx(dark / 4800.0));
}

TEST_CASE("a lens that bends in too much is refused") {
  Lens lens;
  lens.k1 = -0.02;
  CHECK_THROWS_WITH(sim::Optics(8000, 60, 2.0, lens, "wide"),
                    "camera wide: its distortion needs a picture of 8460 x 65 pixels; take a "
                    "smaller field of view");
}

TEST_CASE("a wide-angle lens has the radius of its projection") {
  sim::WideLens stereographic = sim::wide_lens("stereographic", "", {});
  CHECK(stereographic.radius(80.0 * DEGREE) / stereographic.radius(40.0 * DEGREE) ==
        Approx(std::tan(40.0 * DEGREE) / std::tan(20.0 * DEGREE)));
  sim::WideLens equidistant = sim::wide_lens("equidistant", "", {});
  CHECK(equidistant.radius(1.2) / equidistant.radius(0.4) == Approx(3.0));
  equidistant.scale_to(180.0 * DEGREE);
  CHECK(equidistant.radius(90.0 * DEGREE) == Approx(1.0));
  CHECK(equidistant.angle(0.5) == Approx(45.0 * DEGREE));
}

TEST_CASE("lidars fire as their manuals say") {
  const auto& devices = sim::lidar_devices();
  // VLP-16 user manual: 16 channels from -15 to 15 degrees, 2 degrees apart, fired in turns from
  // both halves, 2.304 us apart, every 55.296 us.
  const auto& puck = devices.at("VLP-16");
  REQUIRE(puck.elevations.size() == 16);
  for (int k = 0; k < 8; ++k) {
    CHECK(puck.elevations[2 * k] == Approx((2 * k - 15) * DEGREE));
    CHECK(puck.elevations[2 * k + 1] == Approx((2 * k + 1) * DEGREE));
    CHECK(puck.rings()[2 * k] == k);
    CHECK(puck.rings()[2 * k + 1] == k + 8);
  }
  CHECK(puck.laser_time == Approx(2.304e-6));
  CHECK(puck.firing_time == Approx(55.296e-6));
  // HDL-32E: -30.67 to 10.67 degrees, 1.33 apart; HDL-64E: 2 to -24.33 degrees.
  const auto& middle = devices.at("HDL-32");
  const double first[] = {-30.67, -9.33, -29.33, -8.0, -28.0, -6.67};
  for (int k = 0; k < 6; ++k)
    CHECK(middle.elevations[k] == Approx(first[k] * DEGREE).epsilon(1e-3));
  CHECK(middle.elevations.back() == Approx(10.67 * DEGREE).epsilon(1e-3));
  const auto& large = devices.at("HDL-64");
  CHECK(large.elevations.front() == Approx(2.0 * DEGREE));
  CHECK(large.elevations.back() == Approx(-24.33 * DEGREE).epsilon(1e-3));
  // Points a second: 300 000, 700 000 and 1.3 million.
  CHECK(16 / puck.firing_time == Approx(3e5).epsilon(0.04));
  CHECK(32 / middle.firing_time == Approx(7e5).epsilon(0.04));
  CHECK(64 / large.firing_time == Approx(1.33e6).epsilon(0.04));
}

TEST_CASE("beams of a head are where an even clockwise turn has it") {
  constexpr double PERIOD = 0.1;
  for (const auto& [name, device] : sim::lidar_devices()) {
    for (const long number : {0L, 7L, 12345L}) {
      for (const bool held : {false, true}) {
        const auto beams = sim::scan_beams(sim::device_sweep(device, 1.0 / PERIOD, held), number);
        const std::size_t lasers = device.elevations.size();
        const auto rings = device.rings();
        CHECK(beams.size() * device.firing_time / lasers == Approx(PERIOD).epsilon(1e-3));
        double turned = 0.0, uneven = 0.0, raised = 0.0, before = -1.0;
        bool in_order = true;
        for (std::size_t ray = 0; ray < beams.size(); ++ray) {
          const auto& [direction, ring, time] = beams[ray];
          in_order = in_order && time > before && time <= 0.0f;
          before = time;
          in_order = in_order && ring == rings[ray % lasers];
          raised =
              std::max(raised, std::abs(std::asin(direction[2]) - device.elevations[ray % lasers]));
          const double since = time + PERIOD;
          const double off = std::atan2(direction[1], direction[0]) + 2.0 * M_PI * since / PERIOD;
          turned = std::max(turned, std::abs(std::remainder(off, 2.0 * M_PI)));
          // Evenly from time 0, or from the scan's begin.
          const double fired =
              since - ray % lasers * device.laser_time + (held ? 0.0 : number * PERIOD);
          uneven = std::max(uneven, std::abs(std::remainder(fired, device.firing_time)));
        }
        CHECK(in_order);
        CHECK(raised < 1e-12);
        CHECK(turned < 1e-6);
        CHECK(uneven < 1e-8);
      }
    }
  }
}

TEST_CASE("a fan fires column by column over the period") {
  const auto beams = sim::scan_beams(sim::fan_sweep({3, -1.0, 1.0}, {2, -0.1, 0.3}, 10.0), 5);
  REQUIRE(beams.size() == 6);
  for (int ray = 0; ray < 6; ++ray) {
    const auto& [x, y, z] = beams[ray].direction;
    CHECK(std::atan2(y, x) == Approx(ray / 2 - 1.0));
    CHECK(std::asin(z) == Approx(ray % 2 ? 0.3 : -0.1));
    CHECK(beams[ray].ring == ray % 2);
    CHECK(beams[ray].time == Approx((ray - 6) / 60.0));
  }
}

TEST_CASE("an unknown lidar is named with the known ones") {
  CHECK_THROWS_WITH(sim::lidar_device("VLP-17"),
                    "unknown lidar 'VLP-17'; <device> must be one of HDL-32, HDL-64, VLP-16");
}

TEST_CASE("a sonar's rays are unit vectors that fill its cone to the rim") {
  const double half_angle = 0.2;
  const auto rays = sim::cone(half_angle, sim::SONAR_SPACING, sim::SONAR_RIM);
  double widest = 0.0;
  for (const auto& [x, y, z] : rays) {
    CHECK(x * x + y * y + z * z == Approx(1.0));
    widest = std::max(widest, std::acos(std::min(x, 1.0)));
  }
  CHECK(widest == Approx(half_angle));
  // Rings are one degree apart; ring k has at least 6 k rays.
  const int rings = static_cast<int>(std::ceil(half_angle / sim::SONAR_SPACING));
  CHECK(rays.size() >= static_cast<std::size_t>(1 + 3 * rings * (rings - 1) + 6 * rings));
}
