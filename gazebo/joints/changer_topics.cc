#include "joints/changer_topics.h"

#include <sim/ToolChangerState.h>

#include "core/convert.h"

namespace sim::joints {

ChangerTopics::ChangerTopics(ros::NodeHandle& node, const std::string& model,
                             Mailbox<ChangerOrder>& orders, Inputs& inputs)
    : topic_("/" + model + "/tool_changer/command"), orders_(orders), inputs_(inputs) {
  states_ = node.advertise<sim::ToolChangerState>("/" + model + "/tool_changer/state", 100);
  // No limit to the queue: a command that was dropped would let the lockstep wait for it in vain.
  commands_ =
      node.subscribe(topic_, 0, &ChangerTopics::take, this, ros::TransportHints().tcpNoDelay());
}

ChangerTopics::~ChangerTopics() {
  commands_.shutdown();
  states_.shutdown();
}

void ChangerTopics::publish(const ToolChanger& changer, double time, double dt) {
  if (!schedule_.due(time, dt) || states_.getNumSubscribers() == 0) return;
  const ChangerReport report = changer.report();
  sim::ToolChangerState message;
  message.header.stamp = stamp(time);
  message.closed = !report.tool.empty();
  message.tool = report.tool;
  message.nearest = report.nearest;
  message.distance = report.distance;
  message.angle = report.angle;
  message.commanded = stamp(report.commanded);
  states_.publish(message);
}

void ChangerTopics::take(const sim::ToolChangerCommand& message) {
  const double begin = message.header.stamp.toSec();
  orders_.post({begin, static_cast<bool>(message.close)});
  inputs_.arrived(topic_, begin);
}

}  // namespace sim::joints
