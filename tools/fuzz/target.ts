/** The app that is fuzzed: one process from the first request to the last, with a sample of its own. */
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

  /** With a proxy that it believes, so that requests may say where they come from: see `fromElsewhere`. */
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

  /** `limit` is how long to wait for an answer, in milliseconds. */
  async send(attack: Attack, limit: number): Promise<Outcome> {
    const session = this.#session;
    const outcome = await send(attack, { port: this.app.port, fill: this.#fill, limit });
    const ended = outcome.answers.some(({ headers }) =>
      headers.getSetCookie().some((line) => /^session[^=]*=;/.test(line)),
    );
    if (ended && attack.person && session === this.#session) await this.#signIn(); // it was a way out
    return outcome;
  }

  /** Signs the person in anew, once for all who wait. */
  async #signIn() {
    this.#session = await (this.#signingIn ??= signIn(this.app.url).finally(() => (this.#signingIn = undefined)));
  }

  readonly #fill: Fill = (text) =>
    text
      .replaceAll("{session}", this.#session)
      .replaceAll("{host}", `127.0.0.1:${this.app.port}`)
      .replaceAll("{port}", String(this.app.port))
      .replaceAll(nonce, () => String(this.#number++ % 100_000).padStart(nonce.length, "0"));

  /** For the case that something else than a way out has ended the session. */
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

  /** Whether there is anybody to send to. */
  listens(): Promise<boolean> {
    return new Promise((resolve) => {
      const socket = connect(this.app.port, "127.0.0.1", () => resolve(true)).on("error", () => resolve(false));
      socket.on("connect", () => socket.destroy());
    });
  }

  /** Lines of the log that tell of a fault: a fuzzed app has nothing to complain of. */
  complaints(): string[] {
    return this.app
      .output()
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith('{"memory":') && !/^\{"level":[1-4]0,/.test(line));
  }
}
