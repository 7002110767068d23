#include "vehicle/law/suggestion.h"

#include <algorithm>
#include <utility>

namespace sim::vehicle {
namespace {

// Keys are alike from this ratio on.
constexpr double ALIKE = 0.6;

// Characters in common blocks: the longest common one, and those left and right of it.
std::size_t matching(const std::string& a, const std::string& b) {
  std::size_t best_a = 0, best_b = 0, length = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j < b.size(); ++j) {
      std::size_t k = 0;
      while (i + k < a.size() && j + k < b.size() && a[i + k] == b[j + k]) ++k;
      if (k > length) best_a = i, best_b = j, length = k;
    }
  }
  if (length == 0) return 0;
  return length + matching(a.substr(0, best_a), b.substr(0, best_b)) +
         matching(a.substr(best_a + length), b.substr(best_b + length));
}

// Similarity by Ratcliff and Obershelp, 0 to 1.
double ratio(const std::string& a, const std::string& b) {
  return a.empty() && b.empty() ? 1.0 : 2.0 * matching(a, b) / (a.size() + b.size());
}

}  // namespace

std::string suggestion(const std::string& key, std::vector<std::string> known) {
  std::sort(known.begin(), known.end());
  std::pair<double, std::string> best;
  for (const std::string& candidate : known) {
    // A text far longer than any key is not a slip of one, and comparing it would take long.
    if (key.size() < 100) best = std::max(best, {ratio(candidate, key), candidate});
  }
  if (best.first >= ALIKE) return "; did you mean '" + best.second + "'?";
  std::string listed;
  for (const std::string& candidate : known) listed += (listed.empty() ? "" : ", ") + candidate;
  return "; known keys: " + listed;
}

}  // namespace sim::vehicle
