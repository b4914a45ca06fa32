//@ts-check
/** The connection to the server: the token, requests, and one socket for everything live. */

const VERSION = document.documentElement.dataset.version ?? "";
const WAITS = [250, 500, 1000, 2000, 4000];

/** An answer of the server that refuses a request. */
export class Refused extends Error {
  /** @param {{code?: string, message?: string, field?: string, line?: number}} error */
  constructor(error) {
    super(error.message ?? "The server refused the request.");
    this.code = error.code ?? "";
    this.field = error.field;
    this.line = error.line;
  }
}

/**
 * The token: from the address's fragment, where it came as a one-time code or as itself, else
 * from this tab's memory. It leaves the address bar at once.
 */
async function token() {
  const found = /^#(once|token)=([\w-]+)$/.exec(location.hash);
  if (found) history.replaceState(null, "", `${location.pathname}#/levels`);
  if (found?.[1] === "token") sessionStorage.setItem("token", found[2]);
  if (found?.[1] === "once") {
    const answer = await fetch("/api/enter", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ once: found[2] }),
    });
    const body = await answer.json().catch(() => ({}));
    if (answer.ok) sessionStorage.setItem("token", body.token);
    else if (!sessionStorage.getItem("token")) throw new Refused(body.error ?? {});
  }
  const kept = sessionStorage.getItem("token");
  if (!kept) {
    throw new Refused({
      message: "Open the address that `playtest studio` has printed in the terminal.",
    });
  }
  return kept;
}

export class Wire {
  constructor() {
    /** @type {WebSocket | null} */
    this.socket = null;
    this.number = 0;
    /** @type {Map<number, {resolve: (value: any) => void, reject: (error: Error) => void}>} */
    this.waiting = new Map();
    /** @type {Map<string, Set<(event: any) => void>>} */
    this.listeners = new Map();
    this.token = "";
    this.attempt = 0;
    this.isStopped = false;
  }

  /** Connects, and says who we are. Returns what the server tells of the workspace. */
  async enter() {
    this.token = await token();
    return await this.connect();
  }

  /** @returns {Promise<any>} */
  connect() {
    return new Promise((resolve, reject) => {
      const socket = new WebSocket(`ws://${location.host}/api/live`);
      this.socket = socket;
      socket.onopen = () => {
        this.send("enter", { token: this.token, version: VERSION }).then((workspace) => {
          this.attempt = 0;
          sessionStorage.removeItem("reloaded");
          resolve(workspace);
        }, (error) => {
          // The program was replaced by another version; its page is loaded, once.
          if (error.code === "page.version" && !sessionStorage.getItem("reloaded")) {
            sessionStorage.setItem("reloaded", "1");
            location.reload();
          }
          reject(error);
        });
      };
      socket.onmessage = (message) => this.receive(JSON.parse(message.data));
      socket.onclose = () => {
        const error = new Refused({ message: "The connection to playtest is lost." });
        for (const request of this.waiting.values()) request.reject(error);
        this.waiting.clear();
        reject(error);
        if (!this.isStopped && this.attempt >= 0) this.reconnect();
      };
    });
  }

  reconnect() {
    this.emit("lost", {});
    const wait = WAITS[Math.min(this.attempt, WAITS.length - 1)];
    this.attempt += 1;
    setTimeout(() => {
      this.connect().then(() => this.emit("back", {}), () => {});
    }, wait);
  }

  /** @param {any} message */
  receive(message) {
    if (message.ev !== undefined) {
      if (message.ev === "bye") this.isStopped = true;
      this.emit(message.ev, message);
      return;
    }
    const request = this.waiting.get(message.re);
    this.waiting.delete(message.re);
    if (!request) return;
    if (message.error) request.reject(new Refused(message.error));
    else request.resolve(message.ok);
  }

  /**
   * Sends a request over the socket.
   * @param {string} action
   * @param {Record<string, any>} fields
   * @returns {Promise<any>}
   */
  send(action, fields = {}) {
    return new Promise((resolve, reject) => {
      if (!this.socket || this.socket.readyState !== WebSocket.OPEN) {
        reject(new Refused({ message: "Not connected to playtest." }));
        return;
      }
      this.number += 1;
      this.waiting.set(this.number, { resolve, reject });
      this.socket.send(JSON.stringify({ n: this.number, do: action, ...fields }));
    });
  }

  /**
   * Listens to events; returns what ends it.
   * @param {string} name
   * @param {(event: any) => void} listener
   */
  on(name, listener) {
    const all = this.listeners.get(name) ?? new Set();
    all.add(listener);
    this.listeners.set(name, all);
    return () => all.delete(listener);
  }

  /** @param {string} name @param {any} event */
  emit(name, event) {
    for (const listener of this.listeners.get(name) ?? []) listener(event);
  }

  /**
   * A list or text by HTTP.
   * @param {string} path
   * @returns {Promise<any>}
   */
  async get(path) {
    const answer = await fetch(path, { headers: { "X-Playtest-Token": this.token } });
    const body = await answer.json().catch(() => ({}));
    if (!answer.ok) throw new Refused(body.error ?? {});
    return body;
  }
}
