// A client that reads and decodes and draws nothing: the address, then topics with their rates a
// second as TOPIC=RATE (0: all), are the arguments. With "asleep" as the last one it reads nothing once
// it has subscribed. Prints "ready" when each topic's first message is decoded, or it falls asleep.
import { parse } from "@foxglove/rosmsg";
import { MessageReader } from "@foxglove/rosmsg-serialization";
import protocol from "@foxglove/ws-protocol";
import WebSocket from "ws";

const { FoxgloveClient } = protocol;
const [address, ...words] = process.argv.slice(2);
const asleep = words.at(-1) === "asleep";
const wanted = new Map(words.filter((word) => word.includes("=")).map((word) => word.split("=")));
const socket = new WebSocket(address, [FoxgloveClient.SUPPORTED_SUBPROTOCOL]);
const client = new FoxgloveClient({ ws: socket });
const subscriptions = new Map();
const waiting = new Set(wanted.keys());
let ready = false;

function report() {
  if (ready) return;
  ready = true;
  console.log("ready");
}

client.on("advertise", (channels) => {
  for (const channel of channels) {
    const rate = wanted.get(channel.topic);
    if (rate === undefined) continue;
    const id = client.subscribe(channel.id);
    subscriptions.set(id, { topic: channel.topic, reader: new MessageReader(parse(channel.schema)) });
    socket.send(JSON.stringify({ op: "limitRate", subscriptionId: id, rate: Number(rate) }));
  }
  if (asleep && subscriptions.size === wanted.size) {
    socket.pause();
    report();
  }
});
client.on("message", ({ subscriptionId, data }) => {
  const { topic, reader } = subscriptions.get(subscriptionId);
  reader.readMessage(data);
  waiting.delete(topic);
  if (!waiting.size) report();
});
client.on("close", () => process.exit(1));
