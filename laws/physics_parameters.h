// Physics parameters of a running world for dynamic_reconfigure, as gazebo_ros offers them. Names,
// types and bounds are those of upstream's noetic-devel.
#pragma once

#include <array>

namespace sim {

struct PhysicsParameter {
  const char* name;
  // bool, int or double.
  const char* type;
  double least, most;
  const char* description;
};

inline constexpr std::array<PhysicsParameter, 15> PHYSICS_PARAMETERS{{
    {"time_step", "double", 0.0, 10.0, "s; fixed at the start"},
    {"max_update_rate", "double", 0.0, 1000.0,
     "steps per second of wall time, 0 is as fast as possible"},
    {"gravity_x", "double", -100.0, 100.0, "m/s^2"},
    {"gravity_y", "double", -100.0, 100.0, "m/s^2"},
    {"gravity_z", "double", -100.0, 100.0, "m/s^2"},
    {"auto_disable_bodies", "bool", 0.0, 1.0, "ODE puts bodies at rest to sleep"},
    {"sor_pgs_precon_iters", "int", 0.0, 10000.0, "ODE's preconditioning iterations"},
    {"sor_pgs_iters", "int", 0.0, 10000.0, "ODE's iterations"},
    {"sor_pgs_w", "double", 0.0, 5.0, "ODE's successive over-relaxation"},
    {"sor_pgs_rms_error_tol", "double", -1.0, 10000.0, "residual at which ODE's iterations end"},
    {"cfm", "double", 0.0, 10.0, "ODE's constraint force mixing"},
    {"erp", "double", 0.0, 10.0, "ODE's error reduction parameter"},
    {"contact_surface_layer", "double", 0.0, 10.0, "m of penetration that ODE lets be"},
    {"contact_max_correcting_vel", "double", 0.0, 1e7, "m/s by which ODE pushes a penetration out"},
    {"max_contacts", "int", 0.0, 1e7, "contact points between two shapes"},
}};

}  // namespace sim
