// Prints the rays of a sonar on Gazebo, one a line, for the test beside this file: cone_probe
// HALF_ANGLE SPACING RIM; without arguments the spacings that sonars have.
#include <cstdio>
#include <cstdlib>

#include "laws/sensors/cone.h"

int main(int argc, char** argv) {
  if (argc != 4) {
    std::printf("%.17g %.17g\n", sim::SONAR_SPACING, sim::SONAR_RIM);
    return 0;
  }
  for (const auto& [x, y, z] :
       sim::cone(std::atof(argv[1]), std::atof(argv[2]), std::atof(argv[3]))) {
    std::printf("%.17g %.17g %.17g\n", x, y, z);
  }
}
