#include "laws/vehicle/tir_reader.h"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>

#include "laws/input_error.h"

namespace sim::vehicle {
namespace {

using Coefficient = double MagicFormula::*;

const std::map<std::string, Coefficient> COEFFICIENTS = {
#define SIM_COEFFICIENT(name) {#name, &MagicFormula::name}
    SIM_COEFFICIENT(fnomin), SIM_COEFFICIENT(unloaded_radius),
    SIM_COEFFICIENT(pcx1),   SIM_COEFFICIENT(pdx1),
    SIM_COEFFICIENT(pdx2),   SIM_COEFFICIENT(pex1),
    SIM_COEFFICIENT(pex2),   SIM_COEFFICIENT(pex3),
    SIM_COEFFICIENT(pex4),   SIM_COEFFICIENT(pkx1),
    SIM_COEFFICIENT(pkx2),   SIM_COEFFICIENT(pkx3),
    SIM_COEFFICIENT(phx1),   SIM_COEFFICIENT(phx2),
    SIM_COEFFICIENT(pvx1),   SIM_COEFFICIENT(pvx2),
    SIM_COEFFICIENT(rbx1),   SIM_COEFFICIENT(rbx2),
    SIM_COEFFICIENT(rcx1),   SIM_COEFFICIENT(rex1),
    SIM_COEFFICIENT(rex2),   SIM_COEFFICIENT(rhx1),
    SIM_COEFFICIENT(ptx1),   SIM_COEFFICIENT(ptx2),
    SIM_COEFFICIENT(ptx3),   SIM_COEFFICIENT(pcy1),
    SIM_COEFFICIENT(pdy1),   SIM_COEFFICIENT(pdy2),
    SIM_COEFFICIENT(pey1),   SIM_COEFFICIENT(pey2),
    SIM_COEFFICIENT(pey3),   SIM_COEFFICIENT(pky1),
    SIM_COEFFICIENT(pky2),   SIM_COEFFICIENT(phy1),
    SIM_COEFFICIENT(phy2),   SIM_COEFFICIENT(pvy1),
    SIM_COEFFICIENT(pvy2),   SIM_COEFFICIENT(rby1),
    SIM_COEFFICIENT(rby2),   SIM_COEFFICIENT(rby3),
    SIM_COEFFICIENT(rcy1),   SIM_COEFFICIENT(rey1),
    SIM_COEFFICIENT(rey2),   SIM_COEFFICIENT(rhy1),
    SIM_COEFFICIENT(rhy2),   SIM_COEFFICIENT(rvy1),
    SIM_COEFFICIENT(rvy2),   SIM_COEFFICIENT(rvy4),
    SIM_COEFFICIENT(rvy5),   SIM_COEFFICIENT(rvy6),
    SIM_COEFFICIENT(pty1),   SIM_COEFFICIENT(pty2),
    SIM_COEFFICIENT(lfzo),   SIM_COEFFICIENT(lcx),
    SIM_COEFFICIENT(lmux),   SIM_COEFFICIENT(lex),
    SIM_COEFFICIENT(lkx),    SIM_COEFFICIENT(lhx),
    SIM_COEFFICIENT(lvx),    SIM_COEFFICIENT(lxal),
    SIM_COEFFICIENT(lsgkp),  SIM_COEFFICIENT(lcy),
    SIM_COEFFICIENT(lmuy),   SIM_COEFFICIENT(ley),
    SIM_COEFFICIENT(lky),    SIM_COEFFICIENT(lhy),
    SIM_COEFFICIENT(lvy),    SIM_COEFFICIENT(lyka),
    SIM_COEFFICIENT(lvyka),  SIM_COEFFICIENT(lsgal),
    SIM_COEFFICIENT(pdx3),   SIM_COEFFICIENT(pdy3),
    SIM_COEFFICIENT(pey4),   SIM_COEFFICIENT(pky3),
    SIM_COEFFICIENT(phy3),   SIM_COEFFICIENT(pvy3),
    SIM_COEFFICIENT(pvy4),   SIM_COEFFICIENT(rvy3),
#undef SIM_COEFFICIENT
};

// Required coefficients of a tyre and their ranges; values outside have other units or signs.
struct Needed {
  const char* name;
  double lower, upper;
};
constexpr Needed NEEDED[] = {{"fnomin", 1.0, 1e6}, {"unloaded_radius", 0.01, 3.0},
                             {"pcx1", 0.5, 3.0},   {"pdx1", 0.05, 5.0},
                             {"pkx1", 0.5, 200.0}, {"pcy1", 0.5, 3.0},
                             {"pdy1", 0.05, 5.0},  {"pky1", -1e5, -0.5},
                             {"pky2", 0.05, 1e4},  {"rbx1", 0.0, 200.0},
                             {"rcx1", 0.0, 5.0},   {"rby1", 0.0, 200.0},
                             {"rcy1", 0.0, 5.0}};

// Bounds of all other coefficients, and of scale factors, whose names begin with L.
constexpr double MAX_COEFFICIENT = 1e4;
constexpr double MAX_SCALE = 100.0;

// Supported units of coefficients; files with other formulas are refused.
const std::map<std::string, std::string> UNITS = {
    {"length", "meter"}, {"force", "newton"}, {"angle", "radians"}};

std::string trimmed(const std::string& text) {
  const auto space = [](unsigned char letter) { return std::isspace(letter) || letter == '\''; };
  const auto begin = std::find_if_not(text.begin(), text.end(), space);
  const auto end = std::find_if_not(text.rbegin(), std::make_reverse_iterator(begin), space).base();
  return {begin, end};
}

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char letter) { return std::tolower(letter); });
  return text;
}

double number(const std::string& text, const std::string& where) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0' || !std::isfinite(value))
    throw InputError(where, "must be a number, not '" + text + "'");
  return value;
}

// Throw InputError for another version of the Magic Formula, where the same names mean other
// numbers.
void check_kind(const std::string& value, const std::string& where) {
  const std::string kind = lower(value);
  if (kind.find("pac2002") == std::string::npos && kind.find("mf_05") == std::string::npos &&
      kind.find("mf05") == std::string::npos && kind.find("mf-tyre") == std::string::npos)
    throw InputError(where,
                     "'" + value + "' is not supported; give a file of PAC2002 or MF-Tyre 5.2");
}

void take(MagicFormula& formula, std::map<std::string, std::string>& places, const std::string& key,
          const std::string& value, const std::string& where) {
  const auto coefficient = COEFFICIENTS.find(key);
  const auto unit = UNITS.find(key);
  if (coefficient != COEFFICIENTS.end()) {
    formula.*(coefficient->second) = number(value, where);
    places[key] = where;
  } else if (unit != UNITS.end()) {
    if (lower(value).rfind(unit->second.substr(0, 5), 0) != 0)
      throw InputError(where, "'" + value + "' is not supported; give the file in " + unit->second);
  } else if (key == "property_file_format") {
    check_kind(value, where);
  } else if (key == "tyreside") {
    formula.left = lower(value) != "right";
  }
}

bool is_needed(const std::string& name) {
  return std::any_of(std::begin(NEEDED), std::end(NEEDED),
                     [&](const Needed& each) { return each.name == name; });
}

void check(const MagicFormula& formula, const std::map<std::string, std::string>& places,
           const std::string& path) {
  for (const Needed& needed : NEEDED) {
    const auto place = places.find(needed.name);
    if (place == places.end())
      throw InputError(path, std::string(needed.name) + " is missing; add this coefficient");
    const double value = formula.*COEFFICIENTS.at(needed.name);
    if (needed.lower <= value && value <= needed.upper) continue;
    char range[96];
    std::snprintf(range, sizeof range, "%g is out of range; it must be from %g to %g", value,
                  needed.lower, needed.upper);
    throw InputError(place->second, range);
  }
  for (const auto& [name, where] : places) {
    const bool needed = is_needed(name);
    const bool scale = name.front() == 'l';
    const double value = formula.*COEFFICIENTS.at(name);
    if (needed || (scale ? value >= 0.0 && value <= MAX_SCALE : std::abs(value) <= MAX_COEFFICIENT))
      continue;
    char range[96];
    std::snprintf(range, sizeof range, "%g is out of range; it must be from %g to %g", value,
                  scale ? 0.0 : -MAX_COEFFICIENT, scale ? MAX_SCALE : MAX_COEFFICIENT);
    throw InputError(where, range);
  }
}

}  // namespace

MagicFormula load_tir(const std::string& path) {
  std::ifstream file(path);
  if (!file)
    throw InputError(path,
                     std::string("cannot read the tyre's coefficients: ") + std::strerror(errno));
  MagicFormula formula;
  std::map<std::string, std::string> places;
  std::string line;
  for (int count = 1; std::getline(file, line); ++count) {
    const std::string text = line.substr(0, line.find_first_of("$!"));
    const auto equals = text.find('=');
    if (equals == std::string::npos) continue;
    const std::string key = lower(trimmed(text.substr(0, equals)));
    take(formula, places, key, trimmed(text.substr(equals + 1)),
         path + ":" + std::to_string(count) + ": " + key);
  }
  check(formula, places, path);
  return formula;
}

}  // namespace sim::vehicle
