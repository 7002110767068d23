// vehicle_files: reports the C++ reader's checks of vehicles' files, for the test that compares
// them with sim.vehicle.parameters.
//
//   vehicle_files VEHICLE.yaml...              one line a file: empty, or the error
//   vehicle_files --resolve URI FOLDER...      the file that a URI names on a model path
//
// Exit code 2 and one line on stderr for a URI that names no file.
#include <cstdio>
#include <string>
#include <vector>

#include "laws/input_error.h"
#include "vehicle/parameters_reader.h"
#include "vehicle/model_path.h"

namespace {

std::string refusal_of(const std::string& file) {
  try {
    sim::vehicle::load_parameters(file);
    return "";
  } catch (const sim::InputError& error) {
    return error.what();
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  if (arguments.size() < 2 || arguments[0] != "--resolve") {
    for (const std::string& file : arguments) std::puts(refusal_of(file).c_str());
    return 0;
  }
  try {
    std::puts(
        sim::vehicle::resolve(arguments[1], {arguments.begin() + 2, arguments.end()}).c_str());
    return 0;
  } catch (const sim::InputError& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}
