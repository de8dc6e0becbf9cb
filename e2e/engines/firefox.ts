/** The installed Firefox, controlled through WebDriver BiDi (JSON over a WebSocket). */
import type { StartEngine } from "./browser";
import { end, program, start, until } from "./process";

interface Answer {
  id?: number;
  type: "success" | "error" | "event";
  result?: unknown;
  message?: string;
}

export const startFirefox: StartEngine = async ({ folder, port }) => {
  const binary = program("firefox-esr", "firefox", "/Applications/Firefox.app/Contents/MacOS/firefox");
  if (!binary) return { missing: "firefox-esr" };
  const args = ["--headless", "--no-remote", "--profile", folder, "--remote-debugging-port", String(port)];
  const child = start(binary, args, { PATH: process.env.PATH, HOME: folder, XDG_RUNTIME_DIR: folder });
  const close = async () => end(child);
  try {
    const send = await connect(`ws://127.0.0.1:${port}/session`);
    await send("session.new", { capabilities: {} });
    const { contexts } = (await send("browsingContext.getTree", {})) as { contexts: { context: string }[] };
    const context = contexts[0]?.context;
    const ask = async <Answer>(expression: string) => {
      const { result, exceptionDetails } = (await send("script.evaluate", {
        expression: `JSON.stringify(${expression})`,
        awaitPromise: true,
        target: { context },
      })) as {
        result?: { value: string };
        exceptionDetails?: { text: string };
      };
      if (!result) throw new Error(`Firefox: ${exceptionDetails?.text}`);
      return JSON.parse(result.value) as Answer;
    };
    return {
      name: "Firefox",
      open: async (url) => {
        await ask("(globalThis.isLeft = true)");
        await send("browsingContext.navigate", { context, url, wait: "complete" });
        // It answers before the page has come, at times.
        await until(
          () => ask<boolean>("!globalThis.isLeft && document.readyState === 'complete'"),
          `Firefox did not open ${url}.`,
        );
      },
      resize: async (width, height) => {
        await send("browsingContext.setViewport", { context, viewport: { width, height } });
        const isSo = `innerWidth === ${width} && document.documentElement.clientWidth <= ${width}`;
        await until(() => ask<boolean>(isSo), `Firefox's window does not become ${width} pixels wide.`); // told a little later
      },
      ask,
      act: async (actions) => void (await send("input.performActions", { context, actions })),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
};

/** Connects as soon as the browser listens. Returns a function that sends a command and resolves with its result. */
async function connect(address: string) {
  const socket = await opened(address);
  const waiting = new Map<number, (answer: Answer) => void>();
  socket.addEventListener("message", ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer;
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer);
  });
  let last = 0;
  return async (method: string, params: object) => {
    const id = ++last;
    const answer = await new Promise<Answer>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`Firefox did not answer ${method}.`)), 30_000);
      waiting.set(id, (answer) => (clearTimeout(timer), resolve(answer)));
      socket.send(JSON.stringify({ id, method, params }));
    });
    waiting.delete(id);
    if (answer.type === "error") throw new Error(`Firefox: ${answer.message}`);
    return answer.result;
  };
}

async function opened(address: string): Promise<WebSocket> {
  let socket!: WebSocket;
  const isOpen = () =>
    new Promise<boolean>((resolve) => {
      socket = new WebSocket(address);
      socket.addEventListener("open", () => resolve(true));
      socket.addEventListener("error", () => resolve(false));
    });
  await until(isOpen, "Firefox did not start.");
  return socket;
}
