// The connection to the monitor: topics, services, parameters, files. It reconnects by itself and
// renews its subscriptions.

import { parse } from "@foxglove/rosmsg";
import { MessageReader, MessageWriter } from "@foxglove/rosmsg-serialization";
import { FoxgloveClient } from "@foxglove/ws-protocol";
import type { Channel, IWebSocket, Parameter, Service } from "@foxglove/ws-protocol";

import { isPlaybackState, playbackRequest, type PlaybackState, playbackState } from "./playback";

export type Message = any;
export type Listener = (message: Message, time: number, size: number) => void;
export type ScriptListener = (text: string, status: number | undefined) => void;
export type State = "connecting" | "open" | "closed";
export interface Status { level: number; message: string; id?: string }

/** A topic's type and the text of its definition. */
export interface Description { type: string; schema: string }

interface Wanted { listeners: Map<Listener, number>; subscription?: number; reader?: MessageReader; count: number; bytes: number }
interface Waiting<T> { resolve: (value: T) => void; reject: (error: Error) => void }

const AGAIN_MS = 1000;
const SIMULATOR = "/gazebo/get_world_properties";
/** The status that says that the ROS master does not answer. */
const MASTER = "master";

/** ns since 1970 as s. */
const seconds = (time: bigint): number => Number(time) / 1e9;

export class Connection extends EventTarget {
  state: State = "connecting";
  time: number | undefined;
  canWrite = false;
  runsScripts = false;
  /** Whether pages are to begin with what sensors see. */
  showsSensors = false;
  /** From when to when a recording goes that is played, s, and how it is played. */
  span: [number, number] | undefined;
  playback: PlaybackState | undefined;
  /** Simulated s in a wall s, as the server measures it. */
  pace?: number;
  messages = 0;
  readonly channels = new Map<string, Channel>();
  readonly services = new Map<string, Service>();
  readonly statuses = new Map<string, Status>();
  /** Where the simulator's services are, which another does not have; also while none is known. */
  simulator = "";
  readonly graph = { publishers: new Map<string, string[]>(), subscribers: new Map<string, string[]>(), providers: new Map<string, string[]>() };
  #client!: FoxgloveClient;
  #socket!: WebSocket;
  #session = "";
  readonly #url: string;
  readonly #wanted = new Map<string, Wanted>();
  readonly #topics = new Map<number, string>();
  readonly #calls = new Map<number, Waiting<Uint8Array>>();
  readonly #assets = new Map<string, Promise<Uint8Array>>();
  readonly #fetches = new Map<number, Waiting<Uint8Array>>();
  readonly #parameterRequests = new Map<string, Waiting<Parameter[]>>();
  readonly #publications = new Map<string, { id: number; writer: MessageWriter }>();
  readonly #scripts = new Map<number, ScriptListener>();
  #next = 1;

  constructor(url: string) {
    super();
    this.#url = url;
    this.#connect();
  }

  get hasSimulator(): boolean {
    // Read-only pages receive no services, but the graph lists their providers.
    return this.canWrite ? this.services.has(SIMULATOR) : this.graph.providers.has(SIMULATOR);
  }

  /** Whether what is in none of the lists is not there; else it may only be unknown. */
  get knowsAll(): boolean {
    return this.state === "open" && !this.statuses.has(MASTER);
  }

  /** The running monitor's. */
  get session(): string {
    return this.#session;
  }

  /** Calls back whenever something of this kind changes, until the returned function is called. */
  on(kind: "state" | "topics" | "services" | "status" | "graph" | "time" | "reset" | "playback" | "session" | "pace", action: () => void): () => void {
    this.addEventListener(kind, action);
    return () => this.removeEventListener(kind, action);
  }

  /** Hands over a topic's messages, at most rate a second (0: all); ends when the returned function is called. */
  subscribe(topic: string, listener: Listener, rate = 0): () => void {
    const wanted: Wanted = this.#wanted.get(topic) ?? { listeners: new Map(), count: 0, bytes: 0 };
    this.#wanted.set(topic, wanted);
    // A latched message comes to new subscriptions alone.
    if (wanted.subscription !== undefined) this.#drop(wanted);
    wanted.listeners.set(listener, rate);
    this.#subscribe(topic, wanted);
    return () => {
      if (!wanted.listeners.delete(listener)) return;
      if (wanted.listeners.size > 0) return this.#limit(wanted);
      this.#drop(wanted);
      this.#wanted.delete(topic);
    };
  }

  /** How many messages and bytes have come of a topic that is subscribed to. */
  received(topic: string): { count: number; bytes: number } | undefined {
    return this.#wanted.get(topic);
  }

  topicsOf(...types: string[]): string[] {
    return [...this.channels.values()].filter((one) => types.includes(one.schemaName)).map((one) => one.topic).sort();
  }

  /** Type and definition of a topic, also of one that nodes only subscribe to. */
  async describe(topic: string): Promise<Description> {
    const channel = this.channels.get(topic);
    if (channel) return { type: channel.schemaName, schema: channel.schema };
    return JSON.parse(new TextDecoder().decode(await this.asset(`topic://${topic}`, true))) as Description;
  }

  async call(name: string, request: Message): Promise<Message> {
    const service = this.services.get(name);
    if (!service) throw new Error(`service ${name} not found`);
    const data = new MessageWriter(parse(service.request?.schema ?? "")).writeMessage(request);
    const callId = this.#next++;
    const answer = await new Promise<Uint8Array>((resolve, reject) => {
      this.#calls.set(callId, { resolve, reject });
      this.#client.sendServiceCallRequest({ serviceId: service.id, callId, encoding: "ros1", data });
    });
    return new MessageReader(parse(service.response?.schema ?? "")).readMessage(answer);
  }

  publish(topic: string, type: string, schema: string, message: Message): void {
    let made = this.#publications.get(topic);
    if (!made) {
      const id = this.#client.advertise({ topic, encoding: "ros1", schemaName: type });
      made = { id, writer: new MessageWriter(parse(schema)) };
      this.#publications.set(topic, made);
    }
    this.#client.sendMessage(made.id, made.writer.writeMessage(message));
  }

  parameters(names: string[] = []): Promise<Parameter[]> {
    return this.#ask((id) => this.#client.getParameters(names, id));
  }

  setParameter(parameter: Parameter): Promise<Parameter[]> {
    return this.#ask((id) => this.#client.setParameters([parameter], id));
  }

  /** Plays or pauses a recording, and goes to a time, s, where one is given. */
  play(play: boolean, speed: number, seek?: number): void {
    if (this.state === "open") this.#socket.send(playbackRequest(play, speed, seek));
  }

  /** Runs Python on the server's machine; its output comes in pieces, its exit status last. Ends it when the returned function is called. */
  runScript(code: string, listener: ScriptListener): () => void {
    const id = this.#next++;
    this.#scripts.set(id, listener);
    this.#socket.send(JSON.stringify({ op: "runScript", id, code }));
    return () => this.state === "open" && this.#socket.send(JSON.stringify({ op: "stopScript", id }));
  }

  /** A mesh or picture; fetched once, or again. */
  asset(uri: string, again = false): Promise<Uint8Array> {
    let found = again ? undefined : this.#assets.get(uri);
    if (!found) {
      found = new Promise((resolve, reject) => {
        if (this.state !== "open") return reject(new Error("there is no connection to the monitor"));
        const id = this.#next++;
        this.#fetches.set(id, { resolve, reject });
        this.#client.fetchAsset(uri, id);
      });
      found.catch(() => this.#assets.delete(uri));
      this.#assets.set(uri, found);
    }
    return found;
  }

  #ask(send: (id: string) => void): Promise<Parameter[]> {
    return new Promise((resolve, reject) => {
      if (this.state !== "open") return reject(new Error("there is no connection to the monitor"));
      const id = String(this.#next++);
      this.#parameterRequests.set(id, { resolve, reject });
      send(id);
    });
  }

  #tell(kind: string): void {
    this.dispatchEvent(new Event(kind));
  }

  #connect(): void {
    this.#socket = new WebSocket(this.#url, [FoxgloveClient.SUPPORTED_SUBPROTOCOL]);
    const client = new FoxgloveClient({ ws: this.#socket as IWebSocket });
    this.#client = client;
    // The protocol's client does not support these.
    this.#socket.addEventListener("message", (event) => {
      if (typeof event.data === "string" && event.data.startsWith('{"op":"script"')) return this.#scriptSays(JSON.parse(event.data));
      if (typeof event.data === "string" && event.data.startsWith('{"op":"simulator"')) return this.#compareSimulators(JSON.parse(event.data).uri);
      if (typeof event.data === "string" && event.data.startsWith('{"op":"pace"')) {
        this.pace = JSON.parse(event.data).factor;
        return this.#tell("pace");
      }
      if (!isPlaybackState(event.data)) return;
      this.playback = playbackState(event.data);
      this.#tell("playback");
    });
    client.on("close", () => this.#lost());
    client.on("error", () => undefined);
    client.on("serverInfo", (info) => {
      this.canWrite = info.capabilities.includes("services");
      this.runsScripts = info.metadata?.scripts === "true";
      this.showsSensors = info.metadata?.sensors === "true";
      const { dataStartTime: begin, dataEndTime: end } = info as Message;
      this.span = begin && end ? [stamp(begin), stamp(end)] : undefined;
      this.#tell("playback");
      // Another monitor, and maybe another simulation: everything is learnt again.
      if (this.#session && info.sessionId !== this.#session) location.reload();
      this.#session = info.sessionId ?? "";
      // Only now: panels query the capabilities of this monitor.
      this.#set("open");
      this.#tell("session");
      client.subscribeConnectionGraph();
      this.#socket.send('{"op":"subscribeSimulator"}');
    });
    client.on("status", (status) => this.#say(status));
    client.on("removeStatus", (gone) => {
      for (const id of gone.statusIds) this.statuses.delete(id);
      this.#tell("status");
    });
    client.on("advertise", (channels) => {
      for (const channel of channels) {
        this.channels.set(channel.topic, channel);
        const wanted = this.#wanted.get(channel.topic);
        if (wanted) this.#subscribe(channel.topic, wanted);
      }
      this.#tell("topics");
    });
    client.on("unadvertise", (ids) => {
      for (const [topic, channel] of [...this.channels]) {
        if (!ids.includes(channel.id)) continue;
        this.channels.delete(topic);
        const wanted = this.#wanted.get(topic);
        if (wanted?.subscription !== undefined) this.#topics.delete(wanted.subscription);
        if (wanted) wanted.subscription = undefined;
      }
      this.#tell("topics");
    });
    client.on("advertiseServices", (services) => {
      for (const service of services) this.services.set(service.name, service);
      this.#tell("services");
    });
    client.on("unadvertiseServices", (ids) => {
      for (const [name, service] of [...this.services]) if (ids.includes(service.id)) this.services.delete(name);
      this.#tell("services");
    });
    client.on("message", (frame) => this.#arrive(frame.subscriptionId, frame.timestamp, frame.data as DataView));
    client.on("time", (frame) => {
      const time = seconds(frame.timestamp);
      const back = this.time !== undefined && time < this.time - 0.5;
      this.time = time;
      this.#tell(back ? "reset" : "time");
    });
    client.on("serviceCallResponse", (answer) => this.#settle(this.#calls, answer.callId, (one) => one.resolve(bytes(answer.data))));
    client.on("serviceCallFailure", (failure) => this.#settle(this.#calls, failure.callId, (one) => one.reject(new Error(failure.message))));
    client.on("fetchAssetResponse", (answer) =>
      this.#settle(this.#fetches, answer.requestId, (one) =>
        answer.status === 0 ? one.resolve(bytes(answer.data)) : one.reject(new Error(answer.error)),
      ),
    );
    client.on("parameterValues", (values) => {
      if (values.id !== undefined) this.#settle(this.#parameterRequests, values.id, (one) => one.resolve(values.parameters));
    });
    client.on("connectionGraphUpdate", (update) => {
      for (const one of update.publishedTopics) this.graph.publishers.set(one.name, one.publisherIds);
      for (const one of update.subscribedTopics) this.graph.subscribers.set(one.name, one.subscriberIds);
      for (const one of update.advertisedServices) this.graph.providers.set(one.name, one.providerIds);
      for (const name of update.removedTopics) {
        this.graph.publishers.delete(name);
        this.graph.subscribers.delete(name);
      }
      for (const name of update.removedServices) this.graph.providers.delete(name);
      this.#tell("graph");
    });
  }

  #compareSimulators(uri: string): void {
    if (!uri) return;
    // Another simulator, and maybe another world: everything is learnt again.
    if (this.simulator && uri !== this.simulator) location.reload();
    this.simulator = uri;
  }

  #set(state: State): void {
    this.state = state;
    this.#tell("state");
  }

  #say(status: Status): void {
    this.statuses.set(status.id ?? "", status);
    this.#tell("status");
  }

  #lost(): void {
    const error = new Error("the connection to the monitor was lost");
    for (const waiting of [this.#calls, this.#fetches, this.#parameterRequests]) {
      for (const one of waiting.values()) one.reject(error);
      waiting.clear();
    }
    for (const wanted of this.#wanted.values()) wanted.subscription = undefined;
    for (const listener of this.#scripts.values()) listener("\nthe connection was lost, and with it the script has ended\n", -1);
    for (const map of [this.#scripts, this.channels, this.services, this.statuses, this.#topics, this.#publications, ...Object.values(this.graph)]) map.clear();
    this.pace = undefined;
    this.#set("closed");
    for (const kind of ["topics", "services", "status", "graph", "pace"]) this.#tell(kind);
    setTimeout(() => this.#connect(), AGAIN_MS);
  }

  #scriptSays(said: { id: number; text: string; status?: number }): void {
    this.#scripts.get(said.id)?.(said.text, said.status);
    if (said.status !== undefined) this.#scripts.delete(said.id);
  }

  #settle<K, T>(map: Map<K, Waiting<T>>, key: K, action: (one: Waiting<T>) => void): void {
    const waiting = map.get(key);
    map.delete(key);
    if (waiting) action(waiting);
  }

  #subscribe(topic: string, wanted: Wanted): void {
    const channel = this.channels.get(topic);
    if (!channel || this.state !== "open") return;
    wanted.reader = new MessageReader(parse(channel.schema));
    wanted.subscription = this.#client.subscribe(channel.id);
    this.#topics.set(wanted.subscription, topic);
    this.#limit(wanted);
  }

  #drop(wanted: Wanted): void {
    if (wanted.subscription === undefined || this.state !== "open") return;
    this.#client.unsubscribe(wanted.subscription);
    this.#topics.delete(wanted.subscription);
    wanted.subscription = undefined;
  }

  /** The rate of the listener that wants most; an operation that only this package's server knows. */
  #limit(wanted: Wanted): void {
    const rates = [...wanted.listeners.values()];
    const rate = rates.includes(0) ? 0 : Math.max(...rates);
    if (wanted.subscription === undefined) return;
    this.#socket.send(JSON.stringify({ op: "limitRate", subscriptionId: wanted.subscription, rate }));
  }

  #arrive(subscription: number, timestamp: bigint, data: DataView): void {
    const topic = this.#topics.get(subscription);
    const wanted = topic === undefined ? undefined : this.#wanted.get(topic);
    if (!wanted?.reader) return;
    wanted.count += 1;
    wanted.bytes += data.byteLength;
    this.messages += 1;
    const message = wanted.reader.readMessage(data);
    for (const listener of wanted.listeners.keys()) listener(message, seconds(timestamp), data.byteLength);
  }
}

const stamp = (time: Message): number => time.sec + time.nsec / 1e9;

function bytes(view: ArrayBufferView): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
}
