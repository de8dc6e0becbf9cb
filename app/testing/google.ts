/** A stand-in for Google's servers, for what the emulator cannot do: refuse, stall, send invalid responses, sign. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import https from "node:https";
import { type AddressInfo, connect } from "node:net";
import { afterEach } from "vitest";
import type { FirebaseSettings } from "config";

type Answers = (request: IncomingMessage, response: ServerResponse) => void;

const open: (() => void)[] = [];

/** Closes all stand-ins after each test. Call it once at the top of a test file. */
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

/** Returns a project whose REST API and admin SDK get their responses from this, as if it were the emulator. */
export async function projectThat(answers: Answers): Promise<FirebaseSettings> {
  const emulatorHost = `127.0.0.1:${await serverThat(answers)}`;
  return { apiKey: "key", authDomain: "demo.firebaseapp.com", projectId: "demo", emulatorHost };
}

/**
 * Returns a project at Google itself, where this responds to all https requests of the library. The request's URL
 * begins with the host.
 */
export async function projectAtGoogle(answers: Answers): Promise<FirebaseSettings> {
  const port = await serverThat((request, response) => {
    request.url = `${request.headers.host}${request.url}`;
    answers(request, response);
  });
  return atGoogle(port);
}

/** Returns a project at Google while Google cannot be reached. */
export const projectOutOfReach = () => atGoogle(1);

function atGoogle(port: number): FirebaseSettings {
  const before = https.globalAgent;
  open.push(() => (https.globalAgent = before));
  https.globalAgent = Object.assign(new https.Agent(), { createConnection: () => connect(port, "127.0.0.1") });
  return { apiKey: "key", authDomain: "demo.firebaseapp.com", projectId: "demo", emulatorHost: undefined };
}

/** Sends a JSON response; a string is sent unchanged. */
export function answer(response: ServerResponse, status: number, body: unknown) {
  response
    .writeHead(status, { "Content-Type": "application/json" })
    .end(typeof body === "string" ? body : JSON.stringify(body));
}
