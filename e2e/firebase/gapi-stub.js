/* Stands in for https://apis.google.com/js/api.js without the internet: only what the Firebase SDK's popup and the emulator's helper
   frame ask of it. Both load it, and the two talk through window messages. It reads one setting, `window.gapiStub`, which the test
   writes in front of it: `{ webStorageSupport: false }` makes the frame say that the browser keeps nothing. */
(() => {
  const peers = []; // { win, handlers, queue, acks, onready }
  let messages = 0;

  function peerOf(win) {
    const peer = { win, handlers: {}, queue: [], acks: {} };
    peer.api = {
      register(type, handler) {
        peer.handlers[type] = handler;
        for (const message of peer.queue.splice(0)) deliver(peer, message);
      },
      unregister(type) {
        delete peer.handlers[type];
      },
      send(type, data, acknowledged) {
        const id = ++messages;
        peer.acks[id] = acknowledged;
        win().postMessage({ gapiStub: "message", id, type, data }, "*");
      },
      restyle: () => Promise.resolve(),
      ping: (answered) => Promise.resolve().then(() => answered?.()),
    };
    peers.push(peer);
    return peer;
  }

  async function deliver(peer, message) {
    const handler = peer.handlers[message.type];
    if (!handler) return void peer.queue.push(message); // this side may register later
    const answer = await handler(message.data, peer.api);
    if (message.type in (window.gapiStub ?? {})) answer[message.type] = window.gapiStub[message.type];
    peer.win().postMessage({ gapiStub: "answer", id: message.id, answers: [answer] }, "*");
  }

  function answered(peer, { id, answers }) {
    const acknowledged = peer.acks[id];
    delete peer.acks[id];
    try {
      acknowledged?.(answers);
    } catch {
      // The SDK throws on purpose after its callback ran.
    }
  }

  addEventListener("message", ({ data, source }) => {
    const peer = peers.find(({ win }) => win() === source);
    if (!peer || !data?.gapiStub) return;
    if (data.gapiStub === "ready") peer.onready?.();
    else if (data.gapiStub === "answer") answered(peer, data);
    else deliver(peer, data);
  });

  /** Opens the helper frame. Resolves when the frame has loaded this file too and says so. */
  function open({ url, where, attributes }, opened) {
    return new Promise((resolve, reject) => {
      const frame = document.createElement("iframe");
      Object.assign(frame.style, attributes?.style);
      frame.src = url;
      const peer = peerOf(() => frame.contentWindow);
      peer.onready = () => {
        peer.onready = undefined;
        Promise.resolve(opened(peer.api)).then(resolve, reject);
      };
      (where || document.body).append(frame);
    });
  }

  let parentPeer;
  function getParentIframe() {
    if (!parentPeer) {
      parentPeer = peerOf(() => parent);
      parent.postMessage({ gapiStub: "ready" }, "*");
    }
    return parentPeer.api;
  }

  window.gapi = {
    load: (_module, options) => setTimeout(typeof options === "function" ? options : options.callback),
    iframes: {
      CROSS_ORIGIN_IFRAMES_FILTER: () => true,
      Iframe: function Iframe() {},
      getContext: () => ({ open, getParentIframe }),
    },
  };
  const onload = new URL(document.currentScript.src).searchParams.get("onload") ?? "gapi_onload";
  setTimeout(() => window[onload]?.());
})();
