/** The app under test: one process for the whole run, with its own sample. */
import { connect } from "node:net";
import { type RunningApp, startApp } from "../../scripts/app.mjs";
import { type Attack, type Fill, nonce } from "./attack";
import { type Check, checks } from "./checks";
import { learn, signIn, type World } from "./learn";
import { weighable } from "./memory";
import { type Outcome, send } from "./send";

export class Target {
  #session = "";
  #number = 0;
  #signingIn: Promise<string> | undefined;

  private constructor(
    readonly app: RunningApp,
    readonly world: World,
    readonly check: Check,
  ) {}

  /** Starts the app with a trusted proxy, so that requests can choose their client address, see `fromElsewhere`. */
  static async start(): Promise<Target> {
    const app = await startApp({ env: { ...weighable, TRUST_PROXY: "1" } });
    try {
      const world = await learn(app.url);
      const target = new Target(app, world, checks({ secrets: world.secrets, dataDir: app.dataDir }));
      await target.#signIn();
      return target;
    } catch (error) {
      await app.remove();
      throw error;
    }
  }

  /** `limit` is the time limit for a response, in milliseconds. */
  async send(attack: Attack, limit: number): Promise<Outcome> {
    const session = this.#session;
    const outcome = await send(attack, { port: this.app.port, fill: this.#fill, limit });
    const ended = outcome.answers.some(({ headers }) =>
      headers.getSetCookie().some((line) => /^session[^=]*=;/.test(line)),
    );
    if (ended && attack.person && session === this.#session) await this.#signIn(); // it was a way out
    return outcome;
  }

  /** Signs the user in again, once for all waiting requests. */
  async #signIn() {
    this.#session = await (this.#signingIn ??= signIn(this.app.url).finally(() => (this.#signingIn = undefined)));
  }

  readonly #fill: Fill = (text) =>
    text
      .replaceAll("{session}", this.#session)
      .replaceAll("{host}", `127.0.0.1:${this.app.port}`)
      .replaceAll("{port}", String(this.app.port))
      .replaceAll(nonce, () => String(this.#number++ % 100_000).padStart(nonce.length, "0"));

  /** Signs in again if something other than a logout has ended the session. */
  async keepSignedIn() {
    const { status } = await fetch(`${this.app.url}/users/profile`, {
      headers: { cookie: this.#session },
      redirect: "manual",
    });
    if (status !== 200) await this.#signIn();
  }

  async isHealthy(): Promise<boolean> {
    const answer = await fetch(`${this.app.url}/health`, { signal: AbortSignal.timeout(10_000) }).catch(
      () => undefined,
    );
    return answer?.status === 200;
  }

  /** Whether the app accepts connections. */
  listens(): Promise<boolean> {
    return new Promise((resolve) => {
      const socket = connect(this.app.port, "127.0.0.1", () => resolve(true)).on("error", () => resolve(false));
      socket.on("connect", () => socket.destroy());
    });
  }

  /** Returns log lines that report errors, which must not occur during fuzzing. */
  complaints(): string[] {
    return this.app
      .output()
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith('{"memory":') && !/^\{"level":[1-4]0,/.test(line));
  }
}
