#include "vehicle/parameters_reader.h"

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "laws/input_error.h"
#include "laws/vehicle/checks.h"
#include "laws/vehicle/parameters_table.h"

namespace sim::vehicle {
namespace {

std::string formatted(const char* format, double value) {
  char text[64];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

// A value as a message shows it.
std::string shown(const YAML::Node& node) {
  switch (node.Type()) {
    case YAML::NodeType::Scalar:
      return "'" + node.Scalar() + "'";
    case YAML::NodeType::Sequence:
      return "a list";
    case YAML::NodeType::Map:
      return "a mapping";
    default:
      return "nothing";
  }
}

double read_number(const YAML::Node& node, const Field& field, const std::string& where) {
  double value = 0.0;
  if (!node.IsScalar() || node.Tag() == "!" || !YAML::convert<double>::decode(node, value)) {
    throw InputError(where, "must be a number, not " + shown(node));
  }
  if (!(field.lower <= value && value <= field.upper)) {
    const std::string range = formatted("%g", field.lower) + " to " + formatted("%g", field.upper);
    throw InputError(where, node.Scalar() + " is out of range; give a number from " + range);
  }
  return value;
}

void read_list(const YAML::Node& node, const Field& field, const std::string& where) {
  if (!node.IsSequence() || node.size() > field.most) {
    throw InputError(where, "must be a list of up to " + std::to_string(field.most) + " numbers");
  }
  for (std::size_t i = 0; i < node.size(); ++i)
    field.value[i] = read_number(node[i], field, where + "[" + std::to_string(i) + "]");
}

// Fill fields from a mapping, naming each bad key as `prefix` + key.
void fill(const std::vector<Field>& fields, const YAML::Node& node, const std::string& path,
          const std::string& prefix) {
  if (!node.IsMap()) {
    const std::string name = prefix.empty() ? "top level" : prefix.substr(0, prefix.size() - 1);
    throw InputError(path + ": " + name, "must be a mapping of keys to values, not " + shown(node));
  }
  std::vector<YAML::Node> values(fields.size(), YAML::Node(YAML::NodeType::Undefined));
  for (const auto& item : node) {
    const std::string key = item.first.IsScalar() ? item.first.Scalar() : shown(item.first);
    const auto is_it = [&](const Field& known) { return known.name == key; };
    const auto field = std::find_if(fields.begin(), fields.end(), is_it);
    if (field == fields.end()) {
      std::string known;
      for (const Field& each : fields) known += (known.empty() ? "" : ", ") + each.name;
      throw InputError(path + ": " + prefix + key, "unknown key; known keys: " + known);
    }
    values[field - fields.begin()].reset(item.second);
  }
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const std::string where = path + ": " + prefix + fields[i].name;
    if (!values[i].IsDefined()) {
      if (fields[i].required) throw InputError(where, "missing; add this key");
    } else if (fields[i].value == nullptr) {
      fill(fields[i].section, values[i], path, prefix + fields[i].name + ".");
    } else if (fields[i].most > 0) {
      read_list(values[i], fields[i], where);
    } else {
      *fields[i].value = read_number(values[i], fields[i], where);
    }
  }
}

std::string read_text(const std::string& path) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"),
                                                             std::fclose);
  std::string text;
  char block[4096];
  while (file && !std::feof(file.get()) && !std::ferror(file.get()))
    text.append(block, std::fread(block, 1, sizeof block, file.get()));
  if (!file || std::ferror(file.get())) {
    throw InputError(path,
                     std::string("cannot read the vehicle parameters: ") + std::strerror(errno));
  }
  return text;
}

// A parser's message on one line.
std::string one_line(const std::string& text) {
  std::istringstream words(text);
  std::string line;
  for (std::string word; words >> word;) line += (line.empty() ? "" : " ") + word;
  return line;
}

YAML::Node parse(const std::string& path) {
  const std::string text = read_text(path);
  try {
    const std::vector<YAML::Node> documents = YAML::LoadAll(text);
    if (documents.size() > 1)
      throw InputError(path, "is not valid YAML: expected a single document in the stream");
    return documents.empty() ? YAML::Node() : documents.front();
  } catch (const YAML::Exception& error) {
    throw InputError(path, "is not valid YAML: " + one_line(error.what()));
  }
}

}  // namespace

VehicleParameters load_parameters(const std::string& path) {
  VehicleParameters parameters;
  fill(vehicle_fields(parameters), parse(path), path, "");
  check_parameters(parameters, path);
  return parameters;
}

}  // namespace sim::vehicle
