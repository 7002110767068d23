#include "vehicle/law/scalar.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <locale>
#include <regex>
#include <sstream>

namespace sim::vehicle {
namespace {

// Longer texts are no numbers, and std::regex recurses over its input.
constexpr std::size_t LONGEST_NUMBER = 200;

bool matches(const std::string& text, const char* pattern) {
  return std::regex_match(text, std::regex(pattern));
}

bool is_null(const std::string& text) { return matches(text, "~|null|Null|NULL|"); }

bool is_boolean(const std::string& text) {
  return matches(text,
                 "yes|Yes|YES|no|No|NO|true|True|TRUE|false|False|FALSE|on|On|ON|off|Off|OFF");
}

bool is_float(const std::string& text) {
  return matches(
      text,
      "[-+]?[0-9][0-9_]*\\.[0-9_]*([eE][-+][0-9]+)?|\\.[0-9][0-9_]*([eE][-+][0-9]+)?"
      "|[-+]?[0-9][0-9_]*(:[0-5]?[0-9])+\\.[0-9_]*|[-+]?\\.(inf|Inf|INF)|\\.(nan|NaN|NAN)");
}

bool is_integer(const std::string& text) {
  return matches(text,
                 "[-+]?0b[0-1_]+|[-+]?0[0-7_]+|[-+]?(0|[1-9][0-9_]*)|[-+]?0x[0-9a-fA-F_]+"
                 "|[-+]?[1-9][0-9_]*(:[0-5]?[0-9])+");
}

// A decimal number whatever the locale of the process.
double decimal(const std::string& text) {
  std::istringstream stream(text);
  stream.imbue(std::locale::classic());
  double value = 0.0;
  stream >> value;
  return value;
}

// 1:30:0.5 in base 60.
double sexagesimal(const std::string& digits) {
  double value = 0.0;
  std::istringstream parts(digits);
  for (std::string part; std::getline(parts, part, ':');) value = 60.0 * value + decimal(part);
  return value;
}

double based(const std::string& digits, int base) {
  double value = 0.0;
  for (const char digit : digits)
    value = base * value + std::strtol(std::string(1, digit).c_str(), nullptr, base);
  return value;
}

// Sign and digits of a number in lower case, without what only makes it readable.
std::pair<double, std::string> parts_of(std::string text) {
  text.erase(std::remove(text.begin(), text.end(), '_'), text.end());
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return std::tolower(c); });
  const double sign = text[0] == '-' ? -1.0 : 1.0;
  if (text[0] == '-' || text[0] == '+') text.erase(0, 1);
  return {sign, text};
}

double float_value(const std::string& text) {
  const auto [sign, digits] = parts_of(text);
  if (digits == ".inf") return sign * std::numeric_limits<double>::infinity();
  if (digits == ".nan") return std::numeric_limits<double>::quiet_NaN();
  return sign * (digits.find(':') == std::string::npos ? decimal(digits) : sexagesimal(digits));
}

double integer_value(const std::string& text) {
  const auto [sign, digits] = parts_of(text);
  if (digits.compare(0, 2, "0b") == 0) return sign * based(digits.substr(2), 2);
  if (digits.compare(0, 2, "0x") == 0) return sign * based(digits.substr(2), 16);
  if (digits.find(':') != std::string::npos) return sign * sexagesimal(digits);
  return sign * (digits[0] == '0' ? based(digits, 8) : decimal(digits));
}

// All digits of a decimal integer, however large; others are not written that large.
std::string shown_integer(const std::string& text) {
  const auto [sign, digits] = parts_of(text);
  const bool decimal = digits[0] != '0' && digits.find(':') == std::string::npos;
  if (decimal) return (sign < 0.0 ? "-" : "") + digits;
  char shown[400];
  const double value = integer_value(text);
  std::snprintf(shown, sizeof shown, "%.0f", value == 0.0 ? 0.0 : value);
  return shown;
}

}  // namespace

Scalar plain_scalar(const std::string& text) {
  if (text.size() > LONGEST_NUMBER) return {std::nullopt, quoted(text)};
  if (is_null(text)) return {std::nullopt, "None"};
  if (is_boolean(text))
    return {std::nullopt, matches(text, "[yYtT].*|on|On|ON") ? "True" : "False"};
  if (is_float(text)) return {float_value(text), shortest(float_value(text))};
  if (is_integer(text)) return {integer_value(text), shown_integer(text)};
  return {std::nullopt, quoted(text)};
}

std::string quoted(const std::string& text) {
  const bool twofold = text.find('\'') != std::string::npos && text.find('"') == std::string::npos;
  const char quote = twofold ? '"' : '\'';
  std::string shown(1, quote);
  for (const char c : text) {
    if (c == quote || c == '\\') {
      shown += std::string("\\") + c;
    } else if (c == '\n') {
      shown += "\\n";
    } else if (c == '\t') {
      shown += "\\t";
    } else if (c == '\r') {
      shown += "\\r";
    } else if (static_cast<unsigned char>(c) < ' ' || c == 127) {
      char escape[8];
      std::snprintf(escape, sizeof escape, "\\x%02x", static_cast<unsigned char>(c));
      shown += escape;
    } else {
      shown += c;
    }
  }
  return shown + quote;
}

std::string shortest(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0.0 ? "inf" : "-inf";
  char text[64];
  int precision = 0;
  do {
    std::snprintf(text, sizeof text, "%.*e", precision, value);
  } while (std::strtod(text, nullptr) != value && ++precision < 17);
  const int exponent = std::atoi(std::string(text).substr(std::string(text).find('e') + 1).c_str());
  if (exponent >= -4 && exponent < 16) {
    std::snprintf(text, sizeof text, "%.*f", std::max(precision - exponent, 1), value);
    return text;
  }
  return text;
}

}  // namespace sim::vehicle
