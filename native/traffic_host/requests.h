// Requests of the client beside TraCI, each a packet that is answered by a packet.
#pragma once

#include "traffic_host/objects.h"

namespace sim::traffic_host {

// Reads one request from `socket`, carries it out and answers '+', or '-' and the reason for which
// it was refused.
//
// A context: byte 'c', byte of TraCI's command that subscribes to it, byte of the members' command,
// float64 radius, byte n, n bytes of variables, name. Without variables it ends.
//
// A fork: byte 'f' with four descriptors, of the fork's connection, requests, objects and output.
// The answer goes on with the fork's process id; it has the same simulation, at the same instant.
void answer(int socket, SharedObjects& objects);

}  // namespace sim::traffic_host
