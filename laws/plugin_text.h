// Reads the texts of a plugin's elements in SDF: words, numbers, lists of names.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

namespace sim {

// Return a text without the blanks around it.
inline std::string trimmed(const std::string& text) {
  const char* const blank = " \t\r\n";
  const std::size_t first = text.find_first_not_of(blank);
  return first == std::string::npos ? ""
                                    : text.substr(first, text.find_last_not_of(blank) - first + 1);
}

// Return a text with its ASCII letters in lower case.
inline std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char letter) {
    return static_cast<char>(letter >= 'A' && letter <= 'Z' ? letter + 32 : letter);
  });
  return text;
}

// Return the number that a word is, infinity too; NaN for other words.
inline double number_of(const std::string& word) {
  char* end = nullptr;
  const double value = std::strtod(word.c_str(), &end);
  return word.empty() || *end != '\0' ? std::numeric_limits<double>::quiet_NaN() : value;
}

// Return the finite numbers of a text; empty where a word is not one.
inline std::vector<double> numbers_of(const std::string& text) {
  std::istringstream words(text);
  std::vector<double> found;
  for (std::string word; words >> word;) {
    const double value = number_of(word);
    if (!std::isfinite(value)) return {};
    found.push_back(value);
  }
  return found;
}

// Return names as messages list them.
inline std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text.empty() ? "none" : text;
}

// Return whether a name is among others.
inline bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace sim
