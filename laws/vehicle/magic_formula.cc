#include "laws/vehicle/magic_formula.h"

#include <algorithm>
#include <cmath>

namespace sim::vehicle {
namespace {

// Loads relative to the nominal one for which the formula is used; beyond, it keeps its shape.
constexpr double MIN_LOAD = 0.1;
constexpr double MAX_LOAD = 3.0;
constexpr double PI = 3.14159265358979323846;
// Search range of a peak, in slip times the formula's B, and number of bisections.
constexpr double WIDEST = 1000.0;
constexpr int HALVINGS = 30;

// The bend that gives sines and cosines of the formula their shape.
double bent(double b, double e, double slip) {
  const double x = b * slip;
  return std::atan(x - std::min(e, 1.0) * (x - std::atan(x)));
}

// Return the share of a force that remains under slip in the other direction.
double left_over(double b, double c, double e, double slip, double shift) {
  return std::cos(c * bent(b, e, slip + shift)) / std::cos(c * bent(b, e, shift));
}

// cos(atan(slope)).
double cosine(double slope) { return 1.0 / std::sqrt(1.0 + slope * slope); }

double sign(double of) { return of < 0.0 ? -1.0 : 1.0; }

}  // namespace

MagicFormulaTyre::MagicFormulaTyre(const MagicFormula& formula, const TyreParameters& parameters,
                                   bool left)
    : formula_(formula),
      parameters_(parameters),
      nominal_(formula.fnomin * formula.lfzo),
      mirrored_(left != formula.left) {}

double MagicFormulaTyre::excess(const Contact& contact) const {
  return std::min(std::max(contact.load / nominal_, MIN_LOAD), MAX_LOAD) - 1.0;
}

double MagicFormulaTyre::scale(const Contact& contact) const {
  return std::min(contact.ground / (formula_.pdx1 * formula_.lmux), 1.0) * contact.weather;
}

Tangential MagicFormulaTyre::lengths(const Contact& contact) const {
  const MagicFormula& f = formula_;
  const double dfz = excess(contact), load = 1.0 + dfz;
  const double forward =
      load * (f.ptx1 + f.ptx2 * dfz) * std::exp(-f.ptx3 * dfz) * f.unloaded_radius * f.lsgkp;
  const double left =
      f.pty1 * std::sin(2.0 * std::atan2(load, f.pty2)) * f.unloaded_radius * f.lsgal;
  return {forward > 0.0 ? forward : parameters_.longitudinal_relaxation,
          left > 0.0 ? left : parameters_.lateral_relaxation};
}

double MagicFormulaTyre::grip(const Contact& contact) const {
  const MagicFormula& f = formula_;
  return scale(contact) * (f.pdx1 + f.pdx2 * excess(contact)) * f.lmux * contact.load;
}

double MagicFormulaTyre::stiffness_along(const Contact& contact) const {
  const MagicFormula& f = formula_;
  const double dfz = excess(contact);
  // Below the lightest load, in proportion to it.
  const double load = std::min(contact.load, (1.0 + dfz) * nominal_);
  return load * (f.pkx1 + f.pkx2 * dfz) * std::exp(f.pkx3 * dfz) * f.lkx;
}

Tangential MagicFormulaTyre::stiffness(const Contact& contact) const {
  const MagicFormula& f = formula_;
  const double load = 1.0 + excess(contact);
  const double share = std::min(contact.load / (load * nominal_), 1.0) * nominal_;
  return {stiffness_along(contact), -share * f.pky1 * std::sin(2.0 * std::atan2(load, f.pky2)) *
                                        f.lky * (1.0 - f.pky3 * std::abs(contact.camber))};
}

double MagicFormulaTyre::best_slip(const Contact& contact) const {
  const MagicFormula& f = formula_;
  const double dfz = excess(contact), c = f.pcx1 * f.lcx;
  if (c <= 1.0) return 1.0;
  const double e =
      std::min((f.pex1 + f.pex2 * dfz + f.pex3 * dfz * dfz) * (1.0 + f.pex4) * f.lex, 1.0);
  // The peak of the sine is at x - e (x - atan x) = tan(pi / 2c); the left side never decreases.
  const double peak = std::tan(0.5 * PI / c);
  double below = 0.0, above = WIDEST;
  for (int halving = 0; halving < HALVINGS; ++halving) {
    const double middle = 0.5 * (below + above);
    (middle - e * (middle - std::atan(middle)) < peak ? below : above) = middle;
  }
  const double b = stiffness_along(contact) / (c * grip(contact));
  const double shift = (f.phx1 + f.phx2 * dfz) * f.lhx;
  return std::min(std::max(above / b + shift, 0.0), 1.0);
}

Tangential MagicFormulaTyre::steady(const Contact& contact, const Slip& slip) const {
  const double alpha = mirrored_ ? -slip.alpha : slip.alpha;
  const double camber = mirrored_ ? -contact.camber : contact.camber;
  const Tangential k = stiffness(contact);
  const double left = sideways(contact, k.left, slip.kappa, alpha, camber);
  return {forward(contact, k.forward, slip.kappa, alpha), mirrored_ ? -left : left};
}

double MagicFormulaTyre::steady_along(const Contact& contact, const Slip& slip) const {
  return forward(contact, stiffness_along(contact), slip.kappa,
                 mirrored_ ? -slip.alpha : slip.alpha);
}

double MagicFormulaTyre::forward(const Contact& contact, double stiffness, double kappa,
                                 double alpha) const {
  const MagicFormula& f = formula_;
  const double dfz = excess(contact), mu = scale(contact) * f.lmux;
  const double slip = kappa + (f.phx1 + f.phx2 * dfz) * f.lhx;
  const double upright = 1.0 - f.pdx3 * contact.camber * contact.camber;
  const double c = f.pcx1 * f.lcx, d = mu * (f.pdx1 + f.pdx2 * dfz) * upright * contact.load;
  const double e =
      (f.pex1 + f.pex2 * dfz + f.pex3 * dfz * dfz) * (1.0 - f.pex4 * sign(slip)) * f.lex;
  const double b = stiffness / (c * d);
  const double shift = mu * contact.load * (f.pvx1 + f.pvx2 * dfz) * f.lvx;
  const double alone = d * std::sin(c * bent(b, e, slip)) + shift;
  const double rb = f.rbx1 * cosine(f.rbx2 * kappa) * f.lxal;
  return alone * left_over(rb, f.rcx1, f.rex1 + f.rex2 * dfz, alpha, f.rhx1);
}

double MagicFormulaTyre::sideways(const Contact& contact, double stiffness, double kappa,
                                  double alpha, double camber) const {
  const MagicFormula& f = formula_;
  const double dfz = excess(contact), mu = scale(contact) * f.lmuy;
  const double slip = alpha + (f.phy1 + f.phy2 * dfz) * f.lhy + f.phy3 * camber;
  const double upright = 1.0 - f.pdy3 * camber * camber;
  const double c = f.pcy1 * f.lcy, d = mu * (f.pdy1 + f.pdy2 * dfz) * upright * contact.load;
  const double e =
      (f.pey1 + f.pey2 * dfz) * (1.0 - (f.pey3 + f.pey4 * camber) * sign(slip)) * f.ley;
  const double b = -stiffness / (c * d);
  const double shift =
      mu * contact.load * ((f.pvy1 + f.pvy2 * dfz) * f.lvy + (f.pvy3 + f.pvy4 * dfz) * camber);
  const double alone = d * std::sin(c * bent(b, e, slip)) + shift;
  const double rb = f.rby1 * cosine(f.rby2 * (alpha - f.rby3)) * f.lyka;
  const double turned = d * (f.rvy1 + f.rvy2 * dfz + f.rvy3 * camber) * cosine(f.rvy4 * alpha) *
                        std::sin(f.rvy5 * std::atan(f.rvy6 * kappa)) * f.lvyka;
  return alone * left_over(rb, f.rcy1, f.rey1 + f.rey2 * dfz, kappa, f.rhy1 + f.rhy2 * dfz) +
         turned;
}

}  // namespace sim::vehicle
