// Starts the page: one connection, the bar and the panels.

import "uplot/dist/uPlot.min.css";
import "./style.css";
import { bar, statusLine } from "./bar";
import { Connection } from "./connection";
import { ownPanels } from "./own";
import type { PanelKind } from "./panel";
import { actions } from "./panels/actions";
import { diagnostics } from "./panels/diagnostics";
import { lights } from "./panels/lights";
import { log } from "./panels/log";
import { nodes } from "./panels/nodes";
import { noise } from "./panels/noise";
import { parameters } from "./panels/parameters";
import { picture } from "./panels/picture";
import { plot } from "./panels/plot";
import { record } from "./panels/record";
import { robots } from "./panels/robots";
import { runs } from "./panels/runs";
import { scene } from "./panels/scene";
import { script } from "./panels/script";
import { publish, services } from "./panels/services";
import { topics } from "./panels/topics";
import { timeline } from "./timeline";
import { view } from "./view/view";
import { Workspace } from "./workspace";

// It connects while the list of own panels is read.
const scheme = location.protocol === "https:" ? "wss:" : "ws:";
const connection = new Connection(`${scheme}//${location.host}/${location.search}`);

const KINDS: Record<string, PanelKind> = {
  view: { title: "3D view", make: view },
  picture: { title: "picture", make: picture },
  plot: { title: "plot", make: plot },
  topics: { title: "topics", make: topics },
  nodes: { title: "nodes", make: nodes },
  services: { title: "services", make: services },
  actions: { title: "actions", make: actions },
  publish: { title: "publish", make: publish },
  parameters: { title: "parameters", make: parameters },
  noise: { title: "noise", make: noise },
  lights: { title: "traffic lights", make: lights },
  scene: { title: "scene", make: scene },
  robots: { title: "robots", make: robots },
  diagnostics: { title: "diagnostics", make: diagnostics },
  log: { title: "log", make: log },
  record: { title: "record", make: record },
  runs: { title: "runs", make: runs },
  script: { title: "script", make: script },
  ...(await ownPanels().catch(() => ({}))),
};

const workspace = new Workspace(document.getElementById("workspace")!, connection, KINDS);
bar(document.getElementById("bar")!, connection, workspace, KINDS);
timeline(document.getElementById("timeline")!, connection);
statusLine(document.getElementById("status")!, connection);
connection.subscribe("/monitor/open_panel", (message) => {
  const { panel, settings } = JSON.parse(message.data);
  workspace.open(panel, settings);
});
// For tests and the browser's console.
Object.assign(window, { monitor: { connection, workspace } });
