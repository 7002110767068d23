#include "traffic_host/objects.h"

#include <libsumo/libsumo.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <exception>
#include <set>
#include <system_error>
#include <utility>

namespace sim::traffic_host {
namespace {

constexpr std::size_t PAGE = 4096;
// A context of this radius has all objects of the network.
constexpr double EVERYWHERE = 1e9;  // m
// Bit of a vehicle's stop state.
constexpr int PARKING = 2;

// A variable that one kind alone has: SUMO keeps the results of a vehicle and a person of one name
// in one place.
int telltale(int kind) {
  return kind == libsumo::CMD_GET_VEHICLE_VARIABLE ? libsumo::VAR_SIGNALS : libsumo::VAR_VEHICLE;
}

void subscribe(const Context& context, int kind, const std::vector<int>& variables) {
  if (context.domain == libsumo::CMD_SUBSCRIBE_JUNCTION_CONTEXT) {
    libsumo::Junction::subscribeContext(context.name, kind, context.radius, variables);
  } else {
    libsumo::POI::subscribeContext(context.name, kind, context.radius, variables);
  }
}

libsumo::SubscriptionResults results(const Context& context) {
  return context.domain == libsumo::CMD_SUBSCRIBE_JUNCTION_CONTEXT
             ? libsumo::Junction::getContextSubscriptionResults(context.name)
             : libsumo::POI::getContextSubscriptionResults(context.name);
}

// True for a vehicle on a lane or parked beside one: not for one that was moved off the roads.
bool on_network(const std::string& name) {
  return libsumo::Vehicle::getLaneIndex(name) >= 0 ||
         libsumo::Vehicle::getStopState(name) & PARKING;
}

// Names of all vehicles on the network, sorted: those of a context that reaches everywhere, for a
// third of its time.
std::vector<std::string> vehicles_on_network() {
  std::vector<std::string> names = libsumo::Vehicle::getIDList();
  names.erase(std::remove_if(names.begin(), names.end(),
                             [](const std::string& name) { return !on_network(name); }),
              names.end());
  std::sort(names.begin(), names.end());
  return names;
}

bool same(const Context& one, const Context& other) {
  return one.domain == other.domain && one.name == other.name;
}

// Appends the numbers of one object to `records`, or its text to `texts`.
struct Row {
  std::vector<unsigned char>& records;
  std::string& texts;

  template <typename Number>
  void put(Number number) {
    const auto* bytes = reinterpret_cast<const unsigned char*>(&number);
    records.insert(records.end(), bytes, bytes + sizeof(number));
  }
  void put(const libsumo::TraCIPosition& position) {
    put(position.x);
    put(position.y);
    put(position.z);
  }
  void put(const std::string& text) { texts.append(text).push_back('\0'); }
};

// Appends a variable that vehicles and persons have; false for any other.
template <typename Domain>
bool put_common(Row& row, const std::string& name, int variable) {
  switch (variable) {
    case libsumo::VAR_POSITION3D:
      return row.put(Domain::getPosition3D(name)), true;
    case libsumo::VAR_ANGLE:
      return row.put(Domain::getAngle(name)), true;
    case libsumo::VAR_SLOPE:
      return row.put(Domain::getSlope(name)), true;
    case libsumo::VAR_SPEED:
      return row.put(Domain::getSpeed(name)), true;
    case libsumo::VAR_LANEPOSITION:
      return row.put(Domain::getLanePosition(name)), true;
    case libsumo::VAR_LENGTH:
      return row.put(Domain::getLength(name)), true;
    case libsumo::VAR_LANE_ID:
      return row.put(Domain::getLaneID(name)), true;
    default:
      return false;
  }
}

bool put_vehicle(Row& row, const std::string& name, int variable) {
  using libsumo::Vehicle;
  switch (variable) {
    case libsumo::VAR_ACCELERATION:
      return row.put(Vehicle::getAcceleration(name)), true;
    case libsumo::VAR_SIGNALS:
      return row.put(static_cast<std::int32_t>(Vehicle::getSignals(name))), true;
    case libsumo::VAR_ALLOWED_SPEED:
      return row.put(Vehicle::getAllowedSpeed(name)), true;
    case libsumo::VAR_ACCEL:
      return row.put(Vehicle::getAccel(name)), true;
    case libsumo::VAR_DECEL:
      return row.put(Vehicle::getDecel(name)), true;
    case libsumo::VAR_TAU:
      return row.put(Vehicle::getTau(name)), true;
    case libsumo::VAR_MINGAP:
      return row.put(Vehicle::getMinGap(name)), true;
    default:
      return put_common<Vehicle>(row, name, variable);
  }
}

bool put_person(Row& row, const std::string& name, int variable) {
  if (variable == libsumo::VAR_VEHICLE) return row.put(libsumo::Person::getVehicle(name)), true;
  return put_common<libsumo::Person>(row, name, variable);
}

// Returns the memory of a file, which it makes `size` bytes long.
unsigned char* map(int file, std::size_t size) {
  // With its pages, so that a lack of memory is an error here and no signal later.
  if (const int error = posix_fallocate(file, 0, static_cast<off_t>(size))) {
    throw std::system_error(error, std::generic_category(), "shared memory of traffic");
  }
  void* mapped = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (mapped == MAP_FAILED) {
    throw std::system_error(errno, std::generic_category(), "shared memory of traffic");
  }
  return static_cast<unsigned char*>(mapped);
}

void put(Row& row, int kind, const std::string& name, int variable) {
  const bool known = kind == libsumo::CMD_GET_VEHICLE_VARIABLE ? put_vehicle(row, name, variable)
                                                               : put_person(row, name, variable);
  if (!known) {
    throw libsumo::TraCIException("variable " + std::to_string(variable) +
                                  " is not among those that the traffic host reports");
  }
}

}  // namespace

void Kind::add(const Context& context, const std::vector<int>& variables) {
  check(context, variables);
  if (!lists(context)) subscribe(context, kind_, {telltale(kind_)});
  contexts_.push_back(context);
  variables_ = variables;
  try {
    read();
  } catch (const std::exception&) {
    remove(context);
    throw;
  }
}

void Kind::check(const Context& context, const std::vector<int>& variables) const {
  const std::string of = "context of '" + context.name + "': ";
  for (const Context& other : contexts_) {
    if (same(context, other)) throw libsumo::TraCIException(of + "there is one already");
    if (lists(context) || lists(other)) {
      throw libsumo::TraCIException(of +
                                    "a context of all vehicles must be the only one; that of '" +
                                    other.name + "' is there already");
    }
    if (variables != variables_) {
      throw libsumo::TraCIException(of + "its variables must be those of the context of '" +
                                    other.name + "'");
    }
  }
}

void Kind::remove(const Context& context) {
  if (!lists(context)) subscribe(context, kind_, {});
  contexts_.erase(std::remove_if(contexts_.begin(), contexts_.end(),
                                 [&](const Context& other) { return same(context, other); }),
                  contexts_.end());
}

bool Kind::lists(const Context& context) const {
  return kind_ == libsumo::CMD_GET_VEHICLE_VARIABLE && context.radius >= EVERYWHERE;
}

std::vector<std::string> Kind::found() const {
  if (contexts_.size() == 1 && lists(contexts_.front())) return vehicles_on_network();
  std::vector<std::string> names;
  std::set<std::string> seen;
  for (const Context& context : contexts_) {
    for (const auto& [name, values] : results(context)) {
      if (!values.count(telltale(kind_))) continue;
      if (contexts_.size() == 1 || seen.insert(name).second) names.push_back(name);
    }
  }
  return names;
}

void Kind::read() {
  std::vector<std::string> names = found();
  if (names != names_) {
    ++serial_;
    names_ = std::move(names);
    names_text_.clear();
    for (const std::string& name : names_) names_text_.append(name).push_back('\0');
  }
  records_.clear();
  texts_.clear();
  Row row{records_, texts_};
  for (const std::string& name : names_) {
    for (const int variable : variables_) put(row, kind_, name, variable);
  }
}

SharedObjects::SharedObjects(int file)
    : file_(file),
      vehicles_(libsumo::CMD_GET_VEHICLE_VARIABLE),
      persons_(libsumo::CMD_GET_PERSON_VARIABLE) {
  grow(PAGE);
}

SharedObjects::~SharedObjects() { munmap(memory_, size_); }

Kind& SharedObjects::kind(int command) {
  if (command == libsumo::CMD_GET_VEHICLE_VARIABLE) return vehicles_;
  if (command == libsumo::CMD_GET_PERSON_VARIABLE) return persons_;
  throw libsumo::TraCIException("objects in a context must be vehicles or persons");
}

void SharedObjects::update() {
  std::size_t size = sizeof(Header);
  for (Kind* kind : {&vehicles_, &persons_}) {
    kind->read();
    size += kind->names().size() + kind->records().size() + kind->texts().size();
  }
  if (size > size_) grow(2 * size);
  auto* header = reinterpret_cast<Header*>(memory_);
  write(persons_, header->persons, write(vehicles_, header->vehicles, sizeof(Header)));
}

std::size_t SharedObjects::write(const Kind& kind, Block& block, std::size_t at) {
  const auto copy = [&](const void* from, std::size_t size) {
    if (size) std::memcpy(memory_ + at, from, size);
    at += size;
    return at - size;
  };
  block.serial = kind.serial();
  block.count = kind.count();
  block.names = copy(kind.names().data(), kind.names().size());
  block.records = copy(kind.records().data(), kind.records().size());
  block.texts = copy(kind.texts().data(), kind.texts().size());
  return block.end = at;
}

void SharedObjects::grow(std::size_t size) {
  size = (size + PAGE - 1) / PAGE * PAGE;
  unsigned char* mapped = map(file_, size);
  if (memory_) munmap(memory_, size_);
  memory_ = mapped;
  size_ = size;
  reinterpret_cast<Header*>(memory_)->size = size;
}

}  // namespace sim::traffic_host
