// Vehicles and persons after a step, in memory that the client reads.
//
// The memory begins with a Header; all numbers are the machine's own. Names and texts end with a
// zero each. A record has the numbers of one object in the order in which they were asked for,
// without gaps: float64, float64[3] or int32.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace sim::traffic_host {

// Offsets are bytes from the beginning of the memory. `serial` changes with the names.
struct Block {
  std::uint64_t serial;
  std::uint64_t count;
  std::uint64_t names;
  std::uint64_t records;
  std::uint64_t texts;
  std::uint64_t end;
};

struct Header {
  std::uint64_t size;
  Block vehicles;
  Block persons;
};

// Objects of one kind within `radius` of a junction or a point of interest.
struct Context {
  int domain;
  std::string name;
  double radius;
};

// Vehicles, or persons: the contexts in which they are reported, and the variables of each.
class Kind {
 public:
  explicit Kind(int kind) : kind_(kind) {}

  // Reports objects in a context from the next step on. Throws libsumo::TraCIException, also for a
  // context with other variables than those that are there, or beside one of all vehicles.
  void add(const Context& context, const std::vector<int>& variables);
  void remove(const Context& context);

  // Reads SUMO's objects. Each is in one row, by contexts and then by name.
  void read();

  const std::string& names() const { return names_text_; }
  const std::vector<unsigned char>& records() const { return records_; }
  const std::string& texts() const { return texts_; }
  std::size_t count() const { return names_.size(); }
  std::uint64_t serial() const { return serial_; }

 private:
  void check(const Context& context, const std::vector<int>& variables) const;

  // True for a context whose objects are listed without a subscription of SUMO.
  bool lists(const Context& context) const;
  std::vector<std::string> found() const;

  int kind_;
  std::vector<Context> contexts_;
  std::vector<int> variables_;
  std::vector<std::string> names_;
  std::string names_text_, texts_;
  std::vector<unsigned char> records_;
  std::uint64_t serial_ = 0;
};

// The memory of a file that this process and the client have both mapped.
class SharedObjects {
 public:
  // `file` is the descriptor of an empty file. Throws std::system_error.
  explicit SharedObjects(int file);
  ~SharedObjects();
  SharedObjects(const SharedObjects&) = delete;
  SharedObjects& operator=(const SharedObjects&) = delete;

  // The kind of SUMO's constant CMD_GET_VEHICLE_VARIABLE or CMD_GET_PERSON_VARIABLE.
  Kind& kind(int command);

  // Reads SUMO's objects into the memory.
  void update();

  // The descriptor of the file.
  int file() const { return file_; }

  // Goes on in the memory of another file, an empty one that has taken the descriptor of the first;
  // it has no objects before the next update. Throws std::system_error.
  void move() { grow(size_); }

 private:
  void grow(std::size_t size);
  std::size_t write(const Kind& kind, Block& block, std::size_t at);

  int file_;
  unsigned char* memory_ = nullptr;
  std::size_t size_ = 0;
  Kind vehicles_, persons_;
};

}  // namespace sim::traffic_host
