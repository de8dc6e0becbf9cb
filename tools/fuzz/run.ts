/** The fuzz run: rounds of requests, several at once, and between the rounds a look at the app. */
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
  /** The smallest that was found to do it. */
  attack: Attack;
  /**
   * How many requests were sent before it happened first, and how often it happened; without those that made it small.
   */
  after: number;
  times: number;
}

export interface Result {
  tally: Tally;
  faults: Fault[];
  /** After each round. */
  weights: Weight[];
  /** What was sent last before nobody listened any more, latest first. */
  lastWords?: Attack[];
}

/** Requests that are under way at once. */
const lanes = 16;
const rounds = 10;
const maxRoundSize = 5_000;

/** Nobody reads more than this: so many kinds of fault, or so many times one. */
const maxFaults = 20;
const maxTimes = 200;

/** How long an answer may take, in milliseconds: a busy machine is slow, not wrong. */
const timeoutMs = 20_000;
/** The same while a fault is made small, and for how long that is tried. */
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

  /**
   * What is listed rather than made up, as far as the number goes: small already, so there is nothing to be made
   * smaller.
   */
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

  /** Counts a fault. Answers whether one of its kind was there before. */
  #isKnown(kind: string, fault: Pick<Fault, "what" | "attack">): boolean {
    const known = this.#faults.get(kind);
    if (known) known.times++;
    else this.#faults.set(kind, { ...fault, after: this.#tally.sent, times: 1 });
    return known !== undefined;
  }

  /**
   * One request after the other. The first fault of its kind is made small by fast-check; others of the kind are only
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

  /** What is wrong with what came of it. */
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

/** Far apart for numbers that are near to each other. */
const seedOf = (seed: number, lane: number) => Math.imul(seed, 0x9e3779b1) ^ Math.imul(lane + 1, 0x85ebca6b);

/** Faults of one kind have the same sentence on the same route. */
function kindOf([what = ""]: string[], attack: Attack): string {
  const place = attack.kind === "wire" ? attack.name : routeOf(attack.path);
  return `${what.replace(/".*"/s, "")} ${place}`;
}
