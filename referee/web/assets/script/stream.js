// Shares one stream of events between all tabs, because a browser allows only six connections to a server.
// The tab that holds the lock reads the stream and passes events on; new tabs get the current state from it.

class Stream {
  // `hear` is called with the name and the data of each event, `state` with a message about the connection.
  constructor(hear, state = () => {}) {
    Object.assign(this, { hear, state, known: new Map() });
    this.channel = new BroadcastChannel(`referee${BASE}`);
    this.channel.onmessage = ({ data }) => this.passed(data);
    document.addEventListener('visibilitychange', () => (document.hidden ? this.rest() : this.begin()));
    addEventListener('pagehide', () => this.rest());
    if (!document.hidden) this.begin();
  }

  // Without locks (they need HTTPS or localhost) each tab reads its own stream.
  begin() {
    if (this.ending) return;
    this.ending = new AbortController();
    if (!navigator.locks) return this.read();
    this.channel.postMessage({ ask: true });
    const { signal } = this.ending;
    navigator.locks.request(`referee${BASE}`, { signal }, () => new Promise((done) => {
      if (signal.aborted) return done();
      signal.addEventListener('abort', done);
      this.read();
    })).catch(() => {});
  }

  rest() {
    this.ending?.abort();
    this.ending = undefined;
    this.source?.close();
    this.source = undefined;
  }

  read() {
    this.source = new EventSource(`${BASE}/events`);
    this.source.onopen = () => this.pass({ state: '' });
    this.source.onerror = () => this.pass({ state: 'The server can’t be reached; trying again.' });
    for (const name of ['begin', 'run', 'board', 'gone']) {
      this.source.addEventListener(name, ({ data }) => {
        const event = { name, data: JSON.parse(data) };
        this.keep(event);
        this.pass({ event });
      });
    }
  }

  // Keeps the current state for tabs that are opened later.
  keep({ name, data }) {
    if (name === 'begin') this.known.clear();
    else if (name === 'gone') this.known.delete(data.number);
    else if (name === 'run' || data.scene) this.known.set(data.number ?? name, { name, data });
    else {
      const { data: before } = this.known.get(data.number) ?? {};
      if (before) this.known.set(data.number, { name, data: { ...data, changes: [], scene: { items: apply(before.scene.items, data.changes ?? []) } } });
    }
  }

  pass(message) {
    this.take(message);
    this.channel.postMessage(message);
  }

  passed(message) {
    if (!message.ask) return this.ending && !this.source && this.take(message);
    if (!this.source) return;
    this.channel.postMessage({ event: { name: 'begin', data: {} } });
    for (const event of this.known.values()) this.channel.postMessage({ event });
  }

  take({ event, state }) {
    if (state !== undefined) this.state(state);
    if (event) this.hear(event.name, event.data);
  }
}
