/**
 * The script of the local platform's page. It lists requests as they arrive, calls the control plane for the forms, and replaces the
 * other parts of the page after a write. Texts enter the page only as text, or as parts of a page that the platform made.
 */
export const PLATFORM_SCRIPT = `
"use strict";
(() => {
  const PARTS = ["tiles", "zone-count", "coverage", "findings", "differences", "tokens", "zones", "fault-list"];
  const MOST_ROWS = 500;
  const LOST = "The platform does not answer. The page tries again each second.";
  const find = (id) => document.getElementById(id);
  const log = find("log");
  const filter = document.querySelector("[name=filter]");
  let since = Number(log.dataset.since);
  let known = Number(log.dataset.changes);

  const say = (text) => {
    find("status").textContent = text;
  };

  async function call(method, path, body) {
    const headers = body === undefined ? {} : { "Content-Type": "application/json" };
    const answer = await fetch("/_platform" + path, {
      method, headers, cache: "no-store", body: body === undefined ? undefined : JSON.stringify(body),
    });
    const json = await answer.json();
    if (!answer.ok) throw new Error(json.error);
    return json;
  }

  function cell(row, text, name) {
    const made = row.insertCell();
    made.textContent = text;
    if (name) made.className = name;
  }

  function add({ at, method, path, status, ms }) {
    const row = log.insertRow(0);
    cell(row, at.slice(11, 23), "nowrap soft");
    cell(row, method, "mono");
    cell(row, path.length > 400 ? path.slice(0, 400) + "…" : path, "mono");
    cell(row, status === 0 ? "no answer" : String(status), status === 0 || status >= 400 ? "bad nowrap" : "nowrap");
    cell(row, ms.toFixed(1), "n");
    match(row);
  }

  function match(row) {
    const words = filter.value.toLowerCase().split(/\\s+/).filter(Boolean);
    const text = row.textContent.toLowerCase();
    row.hidden = !words.every((word) => text.includes(word));
  }

  let polling;
  const poll = () => (polling ??= readOn().finally(() => (polling = undefined)));

  async function readOn() {
    const { requests, next, changes } = await call("GET", "/requests?since=" + since);
    since = next;
    requests.slice(-MOST_ROWS).forEach(add);
    while (log.rows.length > MOST_ROWS) log.deleteRow(-1);
    showClock(await call("GET", "/clock"));
    const isWrite = ({ method, status }) => method !== "GET" && status > 0 && status < 400;
    if (changes !== known || requests.some(isWrite)) await refresh();
    known = changes;
  }

  function showClock({ now, frozen }) {
    find("now").textContent = now.slice(0, 19).replace("T", " ") + " UTC";
    find("now").dateTime = now;
    find("frozen").hidden = !frozen;
  }

  async function refresh() {
    const answer = await fetch("/" + location.search, { headers: { Accept: "text/html" }, cache: "no-store" });
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    const open = new Set([...document.querySelectorAll("details[open] > summary")].map((one) => one.textContent));
    for (const id of PARTS) {
      const part = fresh.getElementById(id);
      if (!part || part.outerHTML === find(id).outerHTML) continue;
      const focused = find(id).contains(document.activeElement);
      find(id).replaceWith(document.adoptNode(part));
      if (focused) find("main").focus();
    }
    for (const summary of document.querySelectorAll("details > summary"))
      if (open.has(summary.textContent)) summary.parentElement.open = true;
  }

  const FORMS = {
    clear: async () => {
      await call("DELETE", "/requests");
      log.replaceChildren();
    },
    zones: ({ zones }) => history.replaceState(null, "", zones ? "?zones=" + encodeURIComponent(zones) : "/"),
    clock: ({ advance, frozen, set, now }) =>
      call("PUT", "/clock", advance ? { advance } : set ? { now } : { frozen: frozen === "true" }),
    fault: async (given) => {
      const used = {
        status: ["status", "retryAfter"], html: ["status", "retryAfter"], delay: ["ms"],
      }[given.kind] || [];
      const fault = { kind: given.kind };
      if (given.method !== "any") fault.method = given.method;
      if (given.path) fault.path = given.path;
      for (const name of [...used, "times"]) if (given[name]) fault[name] = Number(given[name]);
      if (given.kind === "delay" && fault.ms === undefined) fault.ms = 1000;
      await call("PUT", "/faults", [...(await call("GET", "/faults")), fault]);
    },
    remove: async ({ index }) => call("PUT", "/faults", (await call("GET", "/faults")).toSpliced(Number(index), 1)),
    faultless: () => call("PUT", "/faults", []),
    reset: async () => {
      await call("POST", "/reset");
      log.replaceChildren();
    },
  };

  document.addEventListener("submit", async (event) => {
    event.preventDefault();
    const form = event.target;
    say("");
    try {
      await FORMS[form.dataset.do](Object.fromEntries(new FormData(form, event.submitter)));
      await poll();
      await refresh();
    } catch (error) {
      say("Not done: " + error.message);
    }
  });
  filter.addEventListener("input", () => [...log.rows].forEach(match));
  filter.addEventListener("keydown", (event) => event.key === "Enter" && event.preventDefault());

  (async function watch() {
    try {
      if (!document.hidden) await poll();
      if (find("status").textContent === LOST) say("");
    } catch {
      say(LOST);
    }
    setTimeout(watch, 1000);
  })();
})();
`;
