// Connects as the protocol's own client does, does everything that it can do, and prints what came
// back as one JSON object. The address is the first argument.
import { parse } from "@foxglove/rosmsg";
import { MessageReader, MessageWriter } from "@foxglove/rosmsg-serialization";
import protocol from "@foxglove/ws-protocol";
import WebSocket from "ws";

const { FoxgloveClient } = protocol;
const found = { messages: {}, statuses: [], errors: [] };
const channels = new Map();
const services = new Map();
const socket = new WebSocket(process.argv[2], [FoxgloveClient.SUPPORTED_SUBPROTOCOL]);
const client = new FoxgloveClient({ ws: socket });
const subscriptions = new Map();
const waiting = [];

const until = (what, condition) =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no ${what} after 20 s`)), 20000);
    const one = () => {
      if (!condition()) return false;
      clearTimeout(timer);
      resolve();
      return true;
    };
    if (!one()) waiting.push(one);
  });
const look = () => waiting.splice(0).forEach((one) => one() || waiting.push(one));
const on = (name, take) =>
  client.on(name, (event) => {
    take(event);
    look();
  });

on("error", (error) => found.errors.push(String(error)));
on("serverInfo", (info) => (found.serverInfo = info));
on("advertise", (list) => list.forEach((one) => channels.set(one.topic, one)));
on("advertiseServices", (list) => list.forEach((one) => services.set(one.name, one)));
on("status", (status) => found.statuses.push(status));
on("message", ({ subscriptionId, timestamp, data }) => {
  const channel = subscriptions.get(subscriptionId);
  const message = new MessageReader(parse(channel.schema)).readMessage(data);
  (found.messages[channel.topic] ??= []).push({ time: String(timestamp), message });
});
on("time", ({ timestamp }) => (found.time = String(timestamp)));
on("parameterValues", (values) => (found.parameters ??= []).push(values));
on("connectionGraphUpdate", (update) => (found.graph ??= update));
on("fetchAssetResponse", (one) => (found.assets ??= []).push({ ...one, data: one.data && Buffer.from(one.data.buffer, one.data.byteOffset, one.data.byteLength).toString() }));
on("serviceCallResponse", (one) => (one.encoding === "json" ? (found.jsonResponse = JSON.parse(new TextDecoder().decode(one.data))) : found.response = new MessageReader(parse([...services.values()].find((service) => service.id === one.serviceId).response.schema)).readMessage(one.data)));
on("serviceCallFailure", (one) => (found.failure = one.message));
socket.on("open", () => (found.subprotocol = socket.protocol));

await until("channels and services", () => channels.size && services.size);
for (const topic of process.argv[3].split(",")) subscriptions.set(client.subscribe(channels.get(topic).id), channels.get(topic));
await until("messages", () => Object.keys(found.messages).length === subscriptions.size);
const service = services.get(process.argv[4]);
const request = new MessageWriter(parse(service.request.schema)).writeMessage(JSON.parse(process.argv[5]));
client.sendServiceCallRequest({ serviceId: service.id, callId: 7, encoding: "ros1", data: request });
await until("response", () => found.response);
client.sendServiceCallRequest({ serviceId: service.id, callId: 8, encoding: "ros1", data: new Uint8Array([1]) });
await until("failure", () => found.failure);
client.sendServiceCallRequest({ serviceId: service.id, callId: 9, encoding: "json", data: new TextEncoder().encode(process.argv[5]) });
await until("response in JSON", () => found.jsonResponse);
client.subscribeParameterUpdates([]);
client.getParameters([], "all");
await until("parameters", () => found.parameters);
client.setParameters([{ name: "/set/by_client", value: 1, type: "float64" }], "set");
await until("the parameter that was set", () => found.parameters.some((one) => one.id === "set"));
client.setParameters([{ name: "/a", value: 5 }]);
await until("the parameter that was watched", () => found.parameters.some((one) => one.id === undefined));
client.subscribeConnectionGraph();
await until("graph", () => found.graph);
for (const [i, uri] of process.argv[6].split(",").entries()) client.fetchAsset(uri, i);
await until("assets", () => found.assets?.length === process.argv[6].split(",").length);
const published = client.advertise({ topic: "/from_client", encoding: "ros1", schemaName: "std_msgs/String" });
client.sendMessage(published, new MessageWriter(parse("string data")).writeMessage({ data: "hello" }));
const inJson = client.advertise({ topic: "/from_client/json", encoding: "json", schemaName: "std_msgs/String" });
client.sendMessage(inJson, new TextEncoder().encode('{"data": "hello"}'));
client.subscribe(4000000000);
await until("status", () => found.statuses.some((status) => status.level === 2));
await until("time", () => found.time);
found.channels = [...channels.values()].map(({ topic, schemaName }) => ({ topic, schemaName }));
console.log(JSON.stringify(found, (_, value) => (typeof value === "bigint" ? String(value) : ArrayBuffer.isView(value) ? [...value].map(String) : value)));
client.close();
