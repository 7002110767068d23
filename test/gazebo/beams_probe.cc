// Prints the plugin's beams and places on Earth, for test_beams_cc.py: lines "device NAME RATE
// NUMBER HOLD" or "place LATITUDE LONGITUDE ELEVATION HEADING X Y Z" (rad, m) on stdin.
#include <iomanip>
#include <iostream>
#include <string>

#include "sensors/rays/beams.h"
#include "sensors/geodesy.h"

int main() {
  std::cout << std::setprecision(15);
  std::string kind, name;
  while (std::cin >> kind) {
    if (kind == "device") {
      double rate;
      long number;
      bool hold;
      std::cin >> name >> rate >> number >> hold;
      const auto beams = sim::device_beams(sim::lidar_devices().at(name), rate, number, hold);
      std::cout << beams.size() << "\n";
      for (const auto& beam : beams) {
        std::cout << beam.direction.X() << " " << beam.direction.Y() << " " << beam.direction.Z()
                  << " " << beam.ring << " " << beam.time << "\n";
      }
    } else {
      sim::Origin origin;
      double x, y, z;
      std::cin >> origin.latitude >> origin.longitude >> origin.elevation >> origin.heading >> x >>
          y >> z;
      const auto at = sim::geodetic(origin, sim::east_north_up(origin, {x, y, z}));
      std::cout << at.latitude << " " << at.longitude << " " << at.altitude << "\n";
    }
  }
}
