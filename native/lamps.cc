// The law of lamps as C functions; src/sim/traffic/lamps.py calls them.
#include "laws/traffic/lamp_law.h"

#include <cstdint>
#include <string>

#include "laws/interface.h"

// Return the sum of HeadLamps that shine by SUMO's letter at a time, s.
SIM_INTERFACE unsigned sim_lit_head(int letter, double time) {
  return sim::lit_head(static_cast<char>(letter), time);
}

// Write the sums of VehicleLamps (n,) that shine by SUMO's signals (n,) at a time, s.
SIM_INTERFACE void sim_lit_vehicles(int n, const std::uint32_t* signals, double time,
                                    std::int64_t* lit) {
  for (int i = 0; i < n; ++i) lit[i] = sim::lit_vehicle(signals[i], time);
}

// Return the tables of lamps as JSON.
SIM_INTERFACE const char* sim_lamp_tables() {
  static const auto* tables = new std::string(sim::lamp_tables());
  return tables->c_str();
}
