// Elements in one line each.

type Child = Node | string | null | undefined | false;
type Attributes = Record<string, string | number | boolean | EventListener | undefined>;

/** An element: attributes that begin with "on" are listeners, false and undefined are left out. */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(name.slice(2), value);
    else if (value !== undefined && value !== false) made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(...children.filter((one): one is Node | string => one instanceof Node || typeof one === "string"));
  return made;
}

export function button(text: string, title: string, action: () => void): HTMLButtonElement {
  return el("button", { type: "button", title, "aria-label": title, onclick: action }, text);
}

/** A name of parts, as of a topic, that may be broken after each slash. */
export function parted(name: string): DocumentFragment {
  const made = document.createDocumentFragment();
  for (const part of name.split(/(?<=[^\s]\/)/)) made.append(part, el("wbr"));
  return made;
}

export function options(select: HTMLSelectElement, names: string[], empty?: string): void {
  const chosen = select.value;
  const wanted = empty === undefined ? names : ["", ...names];
  const there = [...select.options].map((one) => one.value);
  if (there.length === wanted.length && there.every((name, i) => name === wanted[i])) return;
  select.replaceChildren(...wanted.map((name) => el("option", { value: name }, name || empty || "")));
  select.value = wanted.includes(chosen) ? chosen : (wanted[0] ?? "");
}

/** Gives a file to the user. */
export function download(name: string, content: string, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = el("a", { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
