// Lenses of wide-angle cameras as C functions; src/sim/embedded/cameras/wide_lens.py calls them.
// The law is that of Gazebo's cameras.
#include "laws/sensors/wide_lens.h"

#include <algorithm>

#include "laws/input_error.h"
#include "laws/interface.h"

using sim::WideLens;

// Return a lens by <type> and <fun>, and for custom c1, c2, c3, f (4,). With `fov` above 0 the lens
// is scaled to it. Null for an invalid lens, with the reason in `message` of `size` bytes.
SIM_INTERFACE WideLens* sim_wide_lens_new(const char* type, const char* function,
                                          const double* custom, double fov, double cutoff,
                                          char* message, int size) {
  try {
    WideLens lens = sim::wide_lens(type, function, {custom[0], custom[1], custom[2], custom[3]});
    lens.cutoff = cutoff;
    if (fov > 0.0) lens.scale_to(fov);
    return new WideLens(lens);
  } catch (const sim::InputError& error) {
    const std::string text = error.what();
    message[text.copy(message, static_cast<std::size_t>(size) - 1)] = 0;
    return nullptr;
  }
}

SIM_INTERFACE void sim_wide_lens_delete(WideLens* lens) { delete lens; }

// Writes the angles (count,) of the rays that come to radii (count,).
SIM_INTERFACE void sim_wide_lens_angles(const WideLens* lens, const double* radii, int count,
                                        double* angles) {
  std::transform(radii, radii + count, angles,
                 [lens](double radius) { return lens->angle(radius); });
}

// Writes focal length and coefficients (5,), and into `name` of `size` bytes how camera_info calls
// them.
SIM_INTERFACE void sim_wide_lens_model(const WideLens* lens, int width, double* values, char* name,
                                       int size) {
  const sim::LensModel model = sim::lens_model(*lens, static_cast<unsigned>(width));
  values[0] = model.focal;
  std::copy(model.coefficients.begin(), model.coefficients.end(), values + 1);
  name[model.name.copy(name, static_cast<std::size_t>(size) - 1)] = 0;
}
