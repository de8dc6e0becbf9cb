/** A stand-in for Google's servers where the emulator cannot do what they do: refuse, stall, talk nonsense, sign. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import https from "node:https";
import { type AddressInfo, connect } from "node:net";
import { afterEach } from "vitest";
import type { FirebaseSettings } from "config";

type Answers = (request: IncomingMessage, response: ServerResponse) => void;

const open: (() => void)[] = [];

/** Call it once at the top of a test file: it closes after each test what that opened. */
export const closeGoogle = () => afterEach(() => open.splice(0).forEach((close) => close()));

async function serverThat(answers: Answers): Promise<number> {
  const server = createServer(answers);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  open.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** A project whose REST API and library are answered by this, as if it were the emulator. */
export async function projectThat(answers: Answers): Promise<FirebaseSettings> {
  const emulatorHost = `127.0.0.1:${await serverThat(answers)}`;
  return { apiKey: "key", authDomain: "demo.firebaseapp.com", projectId: "demo", emulatorHost };
}

/**
 * A project at Google itself: what the library asks of any address by https, this answers. The path begins with the
 * host's name.
 */
export async function projectAtGoogle(answers: Answers): Promise<FirebaseSettings> {
  const port = await serverThat((request, response) => {
    request.url = `${request.headers.host}${request.url}`;
    answers(request, response);
  });
  return atGoogle(port);
}

/** A project at Google while nobody there can be reached. */
export const projectOutOfReach = () => atGoogle(1);

function atGoogle(port: number): FirebaseSettings {
  const before = https.globalAgent;
  open.push(() => (https.globalAgent = before));
  https.globalAgent = Object.assign(new https.Agent(), { createConnection: () => connect(port, "127.0.0.1") });
  return { apiKey: "key", authDomain: "demo.firebaseapp.com", projectId: "demo", emulatorHost: undefined };
}

/** Answers with JSON, or with text as it is. */
export function answer(response: ServerResponse, status: number, body: unknown) {
  response
    .writeHead(status, { "Content-Type": "application/json" })
    .end(typeof body === "string" ? body : JSON.stringify(body));
}
