#include "world_api/weather_desk.h"

#include <cstdlib>
#include <stdexcept>

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#include <yaml-cpp/yaml.h>

namespace sim {
namespace {

using ignition::math::Color;

constexpr char VARIABLE[] = "SIM_WEATHER";

class Socket {
 public:
  explicit Socket(const std::string& path) : file_(::socket(AF_UNIX, SOCK_STREAM, 0)) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const bool fits = path.size() < sizeof(address.sun_path);
    if (fits) path.copy(address.sun_path, path.size());
    if (file_ < 0 || !fits ||
        ::connect(file_, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0) {
      close();
      throw std::runtime_error("the program that started gzserver does not answer at " + path);
    }
  }
  ~Socket() { close(); }
  Socket(const Socket&) = delete;
  Socket& operator=(const Socket&) = delete;

  std::string exchange(const std::string& line) const {
    std::size_t sent = 0;
    while (sent < line.size()) {
      const ssize_t count = ::send(file_, line.data() + sent, line.size() - sent, MSG_NOSIGNAL);
      if (count <= 0) break;
      sent += static_cast<std::size_t>(count);
    }
    std::string answer;
    char part[4096];
    for (ssize_t count = 0; (count = ::read(file_, part, sizeof(part))) > 0;)
      answer.append(part, static_cast<std::size_t>(count));
    return answer;
  }

 private:
  void close() {
    if (file_ >= 0) ::close(file_);
    file_ = -1;
  }

  int file_;
};

std::string line_of(const sim::SetWeather::Request& request) {
  YAML::Emitter out;
  out << YAML::Flow << YAML::DoubleQuoted << YAML::BeginMap;
  out << YAML::Key << "weather" << YAML::Value << request.weather;
  out << YAML::Key << "time_of_day" << YAML::Value << request.time_of_day;
  if (request.custom) {
    out << YAML::Key << "custom" << YAML::Value << YAML::BeginMap;
    out << YAML::Key << "clouds" << YAML::Value << request.clouds;
    out << YAML::Key << "visibility" << YAML::Value << request.visibility;
    out << YAML::Key << "rain" << YAML::Value << request.rain;
    out << YAML::Key << "wetness" << YAML::Value << request.wetness << YAML::EndMap;
  }
  out << YAML::EndMap;
  std::string text = out.c_str();
  // Long flows are broken over lines.
  for (char& letter : text) {
    if (letter == '\n') letter = ' ';
  }
  return text + '\n';
}

Color weather_color(const YAML::Node& node) {
  return Color(node[0].as<float>(), node[1].as<float>(), node[2].as<float>());
}

}  // namespace

WeatherAnswer ask_weather(const sim::SetWeather::Request& request) {
  const char* path = std::getenv(VARIABLE);
  if (path == nullptr) {
    throw std::runtime_error(
        "this gzserver was not started by the package's program simulator, which knows the light "
        "of each hour; start it by a launch file of the package");
  }
  const YAML::Node answer = YAML::Load(Socket(path).exchange(line_of(request)));
  if (!answer.IsMap()) throw std::runtime_error("no answer about the weather");
  if (answer["error"]) throw std::runtime_error(answer["error"].as<std::string>());
  WeatherAnswer found{answer["weather"].as<std::string>(), answer["message"].as<std::string>(), {}};
  found.light.ambient = weather_color(answer["ambient"]);
  found.light.background = weather_color(answer["background"]);
  found.light.fog_color = weather_color(answer["fog_color"]);
  found.light.fog = answer["fog"].as<double>();
  for (const YAML::Node& sun : answer["suns"]) {
    const YAML::Node along = sun["direction"];
    found.light.suns.push_back(
        {ignition::math::Vector3d(along[0].as<double>(), along[1].as<double>(),
                                  along[2].as<double>()),
         weather_color(sun["color"])});
  }
  return found;
}

}  // namespace sim
