/** WebKitGTK, which shares Safari's engine, through its own WebDriver and on a virtual display. */
import { mkdirSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { join } from "node:path";
import type { StartEngine } from "./browser";
import { end, program, start, until } from "./process";

/** Style for the browser's toolbar, whose minimum width would otherwise limit the page's. */
const narrowWindow =
  "* { min-width: 0; min-height: 0; padding-left: 0; padding-right: 0; margin: 0 } toolbar button, button, entry { padding: 0; min-width: 0 } entry, toolbar { font-size: 1px }";

export const startWebKit: StartEngine = async ({ folder, port }) => {
  const driver = program("WebKitWebDriver");
  const binary = program(
    ...["4.1", "4.0"].flatMap((version) =>
      ["x86_64", "aarch64"].map((machine) => `/usr/lib/${machine}-linux-gnu/webkit2gtk-${version}/MiniBrowser`),
    ),
  );
  const xvfb = program("Xvfb");
  const bus = program("dbus-run-session");
  if (!driver || !binary || !xvfb || !bus) return { missing: "webkit2gtk-driver, xvfb or dbus" };

  mkdirSync(join(folder, ".config/gtk-3.0"), { recursive: true, mode: 0o700 });
  writeFileSync(join(folder, ".config/gtk-3.0/gtk.css"), narrowWindow);
  // It chooses a number that no other display has, and says it.
  const display = start(xvfb, ["-displayfd", "3", "-screen", "0", "1600x1400x24", "-nolisten", "tcp"], process.env, [
    "ignore",
    "ignore",
    "ignore",
    "pipe",
  ]);
  const number = await firstLine(display.stdio[3] as Readable);
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    XDG_RUNTIME_DIR: folder,
    DISPLAY: `:${number}`,
    GDK_BACKEND: "x11",
    LIBGL_ALWAYS_SOFTWARE: "1",
    NO_AT_BRIDGE: "1",
    GTK_A11Y: "none",
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1", // it opens nothing but the app under test
    WEBKIT_SKIA_ENABLE_CPU_RENDERING: "1",
  };
  const child = start(bus, ["--", driver, `--port=${port}`], env);
  const close = async () => (end(child), end(display));

  const send = async (method: string, path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(30_000),
    });
    const { value } = (await answer.json()) as { value: unknown };
    if (!answer.ok) throw new Error(`WebKit: ${JSON.stringify(value).slice(0, 300)}`);
    return value;
  };
  try {
    await until(
      () =>
        send("GET", "/status").then(
          () => true,
          () => false,
        ),
      "WebKit's driver did not start.",
    );
    const { sessionId } = (await send("POST", "/session", {
      capabilities: { alwaysMatch: { "webkitgtk:browserOptions": { binary, args: ["--automation"] } } },
    })) as { sessionId: string };
    const post = (command: string, body: object) => send("POST", `/session/${sessionId}/${command}`, body);
    const ask = async <Answer>(expression: string) =>
      (await post("execute/sync", { script: `return ${expression}`, args: [] })) as Answer;
    return {
      name: "WebKit",
      open: async (url) => void (await post("url", { url })),
      ask,
      act: async (actions) => void (await post("actions", { actions })),
      resize: async (width, height) => {
        await post("window/rect", { width, height });
        await until(
          () => ask<boolean>(`innerWidth === ${width}`),
          `WebKit's window does not become ${width} pixels wide.`,
        ); // the page is told a little later
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
};

const firstLine = (stream: Readable) => new Promise<string>((resolve) => createInterface(stream).once("line", resolve));
