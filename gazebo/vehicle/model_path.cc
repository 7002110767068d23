#include "vehicle/model_path.h"

#include <algorithm>
#include <filesystem>
#include <regex>
#include <sstream>

#include "laws/input_error.h"

namespace sim::vehicle {
namespace {

namespace fs = std::filesystem;
using Texts = std::vector<std::string>;

std::string quoted(const std::string& text) { return "'" + text + "'"; }

std::string stripped(const std::string& text) {
  const char* blanks = " \t\r\n\f\v";
  const auto first = text.find_first_not_of(blanks);
  return first == std::string::npos ? ""
                                    : text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::string joined(const Texts& texts, const char* separator) {
  std::string all;
  for (const std::string& text : texts) all += (all.empty() ? "" : separator) + text;
  return all;
}

bool is_there(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(path, ignored);
}

// Scheme and rest of a URI; the scheme is empty for a plain path.
std::pair<std::string, std::string> split_uri(const std::string& uri) {
  const std::string text = stripped(uri);
  const auto colon = text.find("://");
  if (colon == std::string::npos) return {"", text};
  std::string scheme = text.substr(0, colon);
  if (!std::regex_match(scheme.substr(0, 40), std::regex("[A-Za-z][A-Za-z0-9+.-]*")))
    return {"", text};
  std::transform(scheme.begin(), scheme.end(), scheme.begin(),
                 [](unsigned char c) { return std::tolower(c); });
  return {scheme, text.substr(colon + 3)};
}

// The folders and file below a model:// root; ".." could leave it and is refused.
Texts confined_parts(const std::string& uri, std::string rest) {
  std::replace(rest.begin(), rest.end(), '\\', '/');
  Texts parts;
  std::istringstream stream(rest);
  for (std::string part; std::getline(stream, part, '/');) {
    if (!part.empty() && part != ".") parts.push_back(part);
  }
  if (std::find(parts.begin(), parts.end(), "..") != parts.end() ||
      rest.find('\0') != std::string::npos) {
    throw InputError(
        uri, quoted(uri) +
                 " climbs out of its folder with '..'; name the file below the model's folder");
  }
  if (parts.empty()) {
    throw InputError(
        uri,
        quoted(uri) + " names nothing; write the name of a model or package after the slashes");
  }
  return parts;
}

std::string resolve_model(const std::string& uri, const std::string& rest, const Texts& folders) {
  const Texts parts = confined_parts(uri, rest);
  const std::string below = joined(parts, "/");
  Texts found;
  for (const std::string& folder : folders) {
    if (is_there(fs::path(folder) / below)) return (fs::path(folder) / below).string();
    std::error_code ignored;
    if (fs::is_directory(fs::path(folder) / parts[0], ignored)) found.push_back(folder);
  }
  if (!found.empty()) {
    throw InputError(uri, quoted(uri) + ": the model " + quoted(parts[0]) + " in " +
                              joined(found, ", ") + " has no " +
                              quoted(joined({parts.begin() + 1, parts.end()}, "/")) +
                              "; check the file's name");
  }
  const std::string none = "no folder at all, since the model path is empty";
  const std::string searched = folders.empty() ? none : joined(folders, ", ");
  throw InputError(uri, quoted(uri) + ": model " + quoted(parts[0]) + " not found; searched " +
                            searched +
                            "; add the folder that holds it to the model path (GAZEBO_MODEL_PATH)");
}

}  // namespace

std::string resolve(const std::string& uri, const std::vector<std::string>& folders) {
  const auto [scheme, rest] = split_uri(uri);
  if (scheme == "model") return resolve_model(uri, rest, folders);
  const std::string forms = "write model://name/..., file:// or a relative path";
  if (!scheme.empty() && scheme != "file") {
    throw InputError(uri, quoted(uri) + " has the scheme " + scheme + "://; " + forms);
  }
  if (rest.empty()) throw InputError(uri, "the URI is empty; " + forms);
  Texts candidates = {rest};
  if (!fs::path(rest).is_absolute()) {
    for (const std::string& folder : folders)
      candidates.push_back((fs::path(folder) / rest).string());
  }
  for (const std::string& candidate : candidates) {
    if (is_there(candidate)) return candidate;
  }
  throw InputError(uri, quoted(uri) + ": no such file; searched " + joined(candidates, ", "));
}

}  // namespace sim::vehicle
