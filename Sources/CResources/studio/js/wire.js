//@ts-check
/** The connection to the server: the token, requests, and one socket for everything live. */

const VERSION = document.documentElement.dataset.version ?? "";
const WAITS = [250, 500, 1000, 2000, 4000];
/** Milliseconds after which a request that is not answered is spoken of. */
const SLOW = 1_000;

/** An answer of the server that refuses a request. */
export class Refused extends Error {
  /** @param {{code?: string, message?: string, file?: string, field?: string, line?: number}} error */
  constructor(error) {
    super(error.message ?? "The server refused the request.");
    this.code = error.code ?? "";
    this.file = error.file;
    this.field = error.field;
    this.line = error.line;
  }
}

/** What is said where the server does not know the token. */
export const STARTED_AGAIN =
  "playtest was started again: open the new address that the terminal shows.";

/** What is said when the server has stopped. */
export const STOPPED = "playtest has stopped: start playtest studio again in the terminal.";

/** What is said when the server does not answer, perhaps because it was killed. */
export const LOST = "connection lost; trying again. If playtest has stopped, start playtest studio"
  + " again in the terminal.";

/** Where the tabs of this origin keep the token, once the server has taken it. */
const KEY = "token";

/** A token or a one-time code in the address's fragment. */
const inAddress = () => /^#(once|token)=([\w-]+)$/.exec(location.hash);

/** Whether the address brings a token. */
export const bringsToken = () => inAddress() !== null;

/**
 * The token of the address, "" where it brings none. It leaves the address bar at once.
 * @param {string} place the fragment that the address bar has from now on
 */
async function broughtToken(place) {
  const found = inAddress();
  if (!found) return "";
  history.replaceState(null, "", location.pathname + place);
  if (found[1] === "token") return found[2];
  const answer = await fetch("/api/enter", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ once: found[2] }),
  });
  const body = await answer.json().catch(() => ({}));
  if (answer.ok) return body.token;
  // A code is good once; this browser may have used it.
  if (localStorage.getItem(KEY)) return "";
  throw new Refused(body.error ?? {});
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
    /** The token of the address, until the server has taken it. */
    this.brought = "";
    this.attempt = 0;
    this.timer = 0;
    this.slowTimer = 0;
    /** Whether the oldest request has waited for long. */
    this.isSlow = false;
    this.isStopped = false;
    this.isRefused = false;
  }

  /**
   * Connects, and says who we are. Returns what the server tells of the workspace.
   * @param {string} place the fragment of the address once a token was taken out of it
   */
  async enter(place = "#/levels") {
    const brought = await broughtToken(place);
    if (!brought && !localStorage.getItem(KEY)) {
      throw new Refused({
        message: "Open the address that playtest studio shows in the terminal.",
      });
    }
    return await this.connect(brought);
  }

  /** Whether the connection has been lost for some seconds. */
  get isGone() {
    return this.attempt >= WAITS.length;
  }

  /** Whether there is a connection. */
  get isOpen() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  /** @param {string} brought the address's token; "" for the one before it @returns {Promise<any>} */
  connect(brought = this.brought) {
    this.brought = brought;
    clearTimeout(this.timer);
    this.isRefused = false;
    return new Promise((resolve, reject) => {
      const before = this.socket;
      const socket = new WebSocket(`ws://${location.host}/api/live`);
      this.socket = socket;
      before?.close();
      this.token = brought || (localStorage.getItem(KEY) ?? "");
      socket.onopen = () => {
        this.send("enter", { token: this.token, version: VERSION }).then((workspace) => {
          this.attempt = 0;
          this.isStopped = false;
          // Only a token that is good takes the place of the one that all tabs have.
          localStorage.setItem(KEY, this.token);
          this.brought = "";
          sessionStorage.removeItem("reloaded");
          resolve(workspace);
        }, (error) => {
          if (error.code === "access.token") {
            this.brought = "";
            this.isRefused = true;
            error = new Refused({ code: error.code, message: STARTED_AGAIN });
            this.emit("refused", {});
          }
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
        reject(error);
        // Another one has taken its place.
        if (socket !== this.socket) return;
        for (const request of this.waiting.values()) request.reject(error);
        this.waiting.clear();
        this.watchOldest();
        if (!this.isRefused) this.reconnect();
      };
    });
  }

  /** Tries again after a while, also where playtest has stopped, as it may be started again. */
  reconnect() {
    this.emit("lost", {});
    const wait = WAITS[Math.min(this.attempt, WAITS.length - 1)];
    this.attempt += 1;
    this.timer = window.setTimeout(() => {
      this.connect().then((workspace) => this.emit("back", workspace), () => {});
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
    const isOldest = this.waiting.keys().next().value === message.re;
    this.waiting.delete(message.re);
    if (isOldest) this.watchOldest();
    if (!request) return;
    if (message.error) request.reject(new Refused(message.error));
    else request.resolve(message.ok);
  }

  /** Another request is the oldest: it has its own time before it counts as slow. */
  watchOldest() {
    clearTimeout(this.slowTimer);
    if (this.isSlow) {
      this.isSlow = false;
      this.emit("slow", { isSlow: false });
    }
    if (this.waiting.size === 0) return;
    this.slowTimer = window.setTimeout(() => {
      this.isSlow = true;
      this.emit("slow", { isSlow: true });
    }, SLOW);
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
      if (this.waiting.size === 1) this.watchOldest();
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
    const answer = await fetch(path, { headers: { "X-Playtest-Token": this.token } })
      .catch(() => { throw new Refused({ message: "Not connected to playtest." }); });
    const body = await answer.json().catch(() => ({}));
    if (answer.status === 401) throw new Refused({ message: STARTED_AGAIN });
    if (!answer.ok) throw new Refused(body.error ?? {});
    return body;
  }
}
