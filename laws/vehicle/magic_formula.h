// The Magic Formula with combined slip, as PAC2002 and MF-Tyre 5.2 files (.tir) have its
// coefficients, without turn slip [Pacejka, ch. 4.3.2; PAC2002].
#pragma once

#include "laws/vehicle/tyre.h"

namespace sim::vehicle {

// Coefficients by the names of their files; tir_reader fills them.
struct MagicFormula {
  double fnomin = 0.0;           // nominal load, N
  double unloaded_radius = 0.0;  // m
  // Longitudinal force, alone and beside lateral slip, and relaxation length.
  double pcx1 = 0.0, pdx1 = 0.0, pdx2 = 0.0, pdx3 = 0.0, pex1 = 0.0, pex2 = 0.0, pex3 = 0.0,
         pex4 = 0.0;
  double pkx1 = 0.0, pkx2 = 0.0, pkx3 = 0.0, phx1 = 0.0, phx2 = 0.0, pvx1 = 0.0, pvx2 = 0.0;
  double rbx1 = 0.0, rbx2 = 0.0, rcx1 = 0.0, rex1 = 0.0, rex2 = 0.0, rhx1 = 0.0;
  double ptx1 = 0.0, ptx2 = 0.0, ptx3 = 0.0;
  // Lateral force likewise.
  double pcy1 = 0.0, pdy1 = 0.0, pdy2 = 0.0, pdy3 = 0.0, pey1 = 0.0, pey2 = 0.0, pey3 = 0.0;
  double pey4 = 0.0, pky1 = 0.0, pky2 = 0.0, pky3 = 0.0, phy1 = 0.0, phy2 = 0.0, phy3 = 0.0;
  double pvy1 = 0.0, pvy2 = 0.0, pvy3 = 0.0, pvy4 = 0.0;
  double rby1 = 0.0, rby2 = 0.0, rby3 = 0.0, rcy1 = 0.0, rey1 = 0.0, rey2 = 0.0, rhy1 = 0.0;
  double rhy2 = 0.0, rvy1 = 0.0, rvy2 = 0.0, rvy3 = 0.0, rvy4 = 0.0, rvy5 = 0.0, rvy6 = 0.0;
  double pty1 = 0.0, pty2 = 0.0;
  // Scaling factors.
  double lfzo = 1.0, lcx = 1.0, lmux = 1.0, lex = 1.0, lkx = 1.0, lhx = 1.0, lvx = 1.0;
  double lxal = 1.0, lsgkp = 1.0, lcy = 1.0, lmuy = 1.0, ley = 1.0, lky = 1.0, lhy = 1.0;
  double lvy = 1.0, lyka = 1.0, lvyka = 1.0, lsgal = 1.0;
  // Side of the car that the file describes; the other side is mirrored.
  bool left = true;
};

// `parameters` supply the relaxation lengths that the formula lacks; a ground with less friction
// than the formula scales it (lambda_mu).
class MagicFormulaTyre : public SlipTyre {
 public:
  MagicFormulaTyre(const MagicFormula& formula, const TyreParameters& parameters, bool left);

  Tangential lengths(const Contact& contact) const override;
  Tangential steady(const Contact& contact, const Slip& slip) const override;
  double steady_along(const Contact& contact, const Slip& slip) const override;
  Tangential stiffness(const Contact& contact) const override;
  double grip(const Contact& contact) const override;
  double best_slip(const Contact& contact) const override;

 private:
  // Load relative to the nominal one, minus 1: dfz.
  double excess(const Contact& contact) const;
  // Return N for each unit of small longitudinal slip.
  double stiffness_along(const Contact& contact) const;
  // Return the scale factor for a ground with less friction than the formula's.
  double scale(const Contact& contact) const;
  // Return forces of a stiffness at small slip.
  double forward(const Contact& contact, double stiffness, double kappa, double alpha) const;
  double sideways(const Contact& contact, double stiffness, double kappa, double alpha,
                  double camber) const;

  MagicFormula formula_;
  TyreParameters parameters_;
  double nominal_;
  bool mirrored_;
};

}  // namespace sim::vehicle
