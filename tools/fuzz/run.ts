/** The fuzz run: rounds of concurrent requests, with a check of the app after each. */
import fc from "fast-check";
import type { Attack } from "./attack";
import { weigh, type Weight } from "./memory";
import { request, sweep } from "./requests";
import { routeOf } from "./routes";
import { Tally } from "./tally";
import type { Target } from "./target";
import { wire } from "./wire";

export interface Fault {
  what: string;
  /** The smallest attack found that causes the fault. */
  attack: Attack;
  /**
   * Number of requests sent before the first occurrence, and number of occurrences, not counting those while
   * shrinking.
   */
  after: number;
  times: number;
}

export interface Result {
  tally: Tally;
  faults: Fault[];
  /** Memory after each round. */
  weights: Weight[];
  /** The last attacks before the app stopped listening, latest first. */
  lastWords?: Attack[];
}

/** Number of concurrent requests. */
const lanes = 16;
const rounds = 10;
const maxRoundSize = 5_000;

/** Maximum number of kinds of fault, and of occurrences per kind, after which the run stops. */
const maxFaults = 20;
const maxTimes = 200;

/** Time limit for a response, in milliseconds; generous, because the machine may be busy. */
const timeoutMs = 20_000;
/** Time limit for a response while shrinking, and for shrinking as a whole, in milliseconds. */
const haste = 4_000;
const maxShrinkingTime = 20_000;

export class Run {
  readonly #tally = new Tally();
  readonly #faults = new Map<string, Fault>();
  readonly #recent: Attack[] = [];
  readonly #attacks: fc.Arbitrary<Attack>;
  #over = false;

  constructor(readonly target: Target) {
    this.#attacks = fc.oneof(
      { weight: 7, arbitrary: request(target.world) },
      { weight: 1, arbitrary: wire(target.world) },
    );
  }

  async start(requests: number, seed: number, tell: (line: string) => void): Promise<Result> {
    const weights: Weight[] = [];
    await this.#sweep(Math.floor(requests / 4), seed);
    const size = Math.min(maxRoundSize, Math.ceil(requests / rounds));
    for (let round = 0; this.#tally.sent < requests && !this.#enough(); round++) {
      const count = Math.ceil(Math.min(size, requests - this.#tally.sent) / lanes);
      await Promise.all(
        Array.from({ length: lanes }, (_, lane) => this.#lane(seedOf(seed, round * lanes + lane), count)),
      );
      if (this.#over || !(await this.target.isHealthy())) break;
      await this.target.keepSignedIn();
      const weight = await weigh(this.target.app);
      if (weight) weights.push(weight);
      tell(`${this.#tally.sent} sent`);
    }
    return {
      tally: this.#tally,
      faults: [...this.#faults.values()],
      weights,
      ...(this.#over && { lastWords: this.#recent.toReversed() }),
    };
  }

  /** Sends up to `most` of the listed attacks, which are small already and need no shrinking. */
  async #sweep(most: number, seed: number) {
    const all = [sweep("GET"), sweep("POST")].flatMap((attacks) =>
      fc.sample(shuffled(attacks), { seed, numRuns: 1 }).flat(),
    );
    const left = all.slice(0, most).values();
    const send = async () => {
      for (const attack of left) {
        if (this.#enough()) return;
        const wrong = await this.#try(attack, timeoutMs, true);
        if (wrong.length > 0 && !this.#over) this.#isKnown(kindOf(wrong, attack), { what: wrong.join("\n"), attack });
      }
    };
    await Promise.all(Array.from({ length: lanes }, send));
  }

  /** Counts a fault; returns whether its kind was already known. */
  #isKnown(kind: string, fault: Pick<Fault, "what" | "attack">): boolean {
    const known = this.#faults.get(kind);
    if (known) known.times++;
    else this.#faults.set(kind, { ...fault, after: this.#tally.sent, times: 1 });
    return known !== undefined;
  }

  /**
   * Sends requests one after another. The first fault of a kind is shrunk by fast-check; others of that kind are only
   * counted.
   */
  async #lane(seed: number, numRuns: number) {
    let mine: { kind: string; since: number } | undefined;
    const property = fc.asyncProperty(this.#attacks, async (attack) => {
      if (mine ? Date.now() - mine.since > maxShrinkingTime : this.#enough()) return;
      const wrong = await this.#try(attack, mine ? haste : timeoutMs, mine === undefined);
      if (wrong.length === 0 || this.#over) return;
      const kind = kindOf(wrong, attack);
      if (!mine && this.#isKnown(kind, { what: wrong.join("\n"), attack })) return;
      mine ??= { kind, since: Date.now() };
      if (kind === mine.kind) throw new Error(wrong.join("\n"));
    });
    const { counterexample, errorInstance } = await fc.check(property, { seed, numRuns });
    if (!counterexample) return;
    const fault = mine && this.#faults.get(mine.kind);
    if (!fault) throw errorInstance; // nothing that was found, but a fault in here
    Object.assign(fault, { what: (errorInstance as Error).message, attack: counterexample[0] });
  }

  #enough(): boolean {
    const times = [...this.#faults.values()].reduce((sum, { times }) => sum + times, 0);
    return this.#over || this.#faults.size >= maxFaults || times >= maxTimes;
  }

  /** Sends an attack and returns the problems with the outcome. */
  async #try(attack: Attack, limit: number, counts: boolean): Promise<string[]> {
    if (this.#recent.push(attack) > 2 * lanes) this.#recent.shift();
    const outcome = await this.target.send(attack, limit);
    if (counts) this.#tally.add(attack, outcome);
    const wrong = this.target.check(attack, outcome);
    if (wrong.length > 0 || outcome.end === "refused") this.#over ||= !(await this.target.listens());
    return wrong;
  }
}

const shuffled = (attacks: Attack[]) => fc.shuffledSubarray(attacks, { minLength: attacks.length });

/** Derives a seed; adjacent numbers give very different seeds. */
const seedOf = (seed: number, lane: number) => Math.imul(seed, 0x9e3779b1) ^ Math.imul(lane + 1, 0x85ebca6b);

/** Groups faults with the same message on the same route. */
function kindOf([what = ""]: string[], attack: Attack): string {
  const place = attack.kind === "wire" ? attack.name : routeOf(attack.path);
  return `${what.replace(/".*"/s, "")} ${place}`;
}
