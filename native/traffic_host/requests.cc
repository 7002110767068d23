#include "traffic_host/requests.h"

#include <libsumo/libsumo.h>
#include <sys/socket.h>

#include <unistd.h>

#include <array>
#include <cstring>
#include <exception>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "traffic_host/fork.h"

namespace sim::traffic_host {
namespace {

constexpr std::size_t LARGEST_REQUEST = 65536;
constexpr std::size_t MOST_FILES = 8;
constexpr char CARRIED_OUT = '+';
constexpr char REFUSED = '-';

// A packet with its descriptors, which it closes.
struct Packet {
  std::array<unsigned char, LARGEST_REQUEST> bytes;
  std::size_t size = 0;
  std::vector<int> files;

  Packet() = default;
  Packet(const Packet&) = delete;
  Packet& operator=(const Packet&) = delete;
  ~Packet() {
    for (const int file : files) close(file);
  }

  // False if the client has gone.
  bool receive(int socket) {
    iovec into = {bytes.data(), bytes.size()};
    alignas(cmsghdr) std::array<unsigned char, CMSG_SPACE(MOST_FILES * sizeof(int))> control;
    msghdr message = {};
    message.msg_iov = &into;
    message.msg_iovlen = 1;
    message.msg_control = control.data();
    message.msg_controllen = control.size();
    const ssize_t got = recvmsg(socket, &message, 0);
    if (got <= 0) return false;
    size = static_cast<std::size_t>(got);
    for (cmsghdr* part = CMSG_FIRSTHDR(&message); part; part = CMSG_NXTHDR(&message, part)) {
      if (part->cmsg_level != SOL_SOCKET || part->cmsg_type != SCM_RIGHTS) continue;
      files.resize((part->cmsg_len - CMSG_LEN(0)) / sizeof(int));
      std::memcpy(files.data(), CMSG_DATA(part), files.size() * sizeof(int));
    }
    return true;
  }
};

// Reads the parts of a request.
class Reader {
 public:
  Reader(const unsigned char* begin, std::size_t size) : at_(begin), end_(begin + size) {}

  int byte() { return *take(1); }
  double number() {
    double value = 0.0;
    std::memcpy(&value, take(sizeof(value)), sizeof(value));
    return value;
  }
  std::string rest() {
    const auto size = static_cast<std::size_t>(end_ - at_);
    return {reinterpret_cast<const char*>(take(size)), size};
  }

 private:
  const unsigned char* take(std::size_t size) {
    if (size > static_cast<std::size_t>(end_ - at_)) {
      throw std::runtime_error("the request ends too early");
    }
    at_ += size;
    return at_ - size;
  }

  const unsigned char* at_;
  const unsigned char* end_;
};

void change_context(Reader& reader, SharedObjects& objects) {
  Context context;
  context.domain = reader.byte();
  if (context.domain != libsumo::CMD_SUBSCRIBE_JUNCTION_CONTEXT &&
      context.domain != libsumo::CMD_SUBSCRIBE_POI_CONTEXT) {
    throw std::runtime_error("contexts must be of a junction or a point of interest");
  }
  Kind& kind = objects.kind(reader.byte());
  context.radius = reader.number();
  std::vector<int> variables(static_cast<std::size_t>(reader.byte()));
  for (int& variable : variables) variable = reader.byte();
  context.name = reader.rest();
  if (variables.empty()) {
    kind.remove(context);
  } else {
    kind.add(context, variables);
  }
}

// Returns what follows '+' in the answer, and whether this process is to give it.
std::pair<std::string, bool> carry_out(const Packet& packet, SharedObjects& objects) {
  Reader reader(packet.bytes.data(), packet.size);
  switch (const int request = reader.byte()) {
    case 'c':
      change_context(reader, objects);
      return {"", true};
    case 'f': {
      const int child = fork_host(packet.files, objects);
      return {std::to_string(child), child != 0};
    }
    default:
      throw std::runtime_error("unknown request " + std::to_string(request));
  }
}

}  // namespace

void answer(int socket, SharedObjects& objects) {
  Packet packet;
  if (!packet.receive(socket)) return;
  std::string reply(1, CARRIED_OUT);
  try {
    const auto [more, ours] = carry_out(packet, objects);
    if (!ours) return;
    reply += more;
  } catch (const std::exception& error) {
    reply = std::string(1, REFUSED) + error.what();
  }
  send(socket, reply.data(), reply.size(), MSG_NOSIGNAL);
}

}  // namespace sim::traffic_host
