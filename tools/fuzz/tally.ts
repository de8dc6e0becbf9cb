/** Counts requests and outcomes. */
import type { Attack } from "./attack";
import type { Outcome } from "./send";

export class Tally {
  sent = 0;
  readonly #counts = new Map<string, Map<string, number>>();

  add(attack: Attack, { way, answers }: Outcome) {
    this.sent++;
    this.#count("sent", way === "wire" ? "broken" : way);
    this.#count("by", attack.person ? "signed in" : "visitor");
    if (answers.length === 0) this.#count("answers", "none");
    for (const { status } of answers) this.#count("answers", String(status));
  }

  #count(group: string, name: string) {
    const counts = this.#counts.get(group) ?? new Map<string, number>();
    counts.set(name, (counts.get(name) ?? 0) + 1);
    this.#counts.set(group, counts);
  }

  /** Returns a line per group: "answers   200 1234 · 404 99". */
  lines(): string[] {
    return [...this.#counts].map(
      ([group, counts]) =>
        `${group.padEnd(10)}${[...counts]
          .sort(([one], [other]) => one.localeCompare(other))
          .map(([name, count]) => `${name} ${count}`)
          .join(" · ")}`,
    );
  }
}
