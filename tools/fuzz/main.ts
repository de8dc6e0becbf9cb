/** Runs `npm run fuzz` with its options. The last line of output reads "N passed, N failed". */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { fail, paths, printLine } from "../../scripts/messages.mjs";
import { type Attack, describeAttack } from "./attack";
import { startIdlers } from "./idlers";
import { canWeigh, megabyte, maxAtOnce, maxGrowth, type Weight } from "./memory";
import { type Fault, Run } from "./run";
import { Target } from "./target";

/** File with the findings of the last run, which the next run sends again. */
const findingsFile = join(paths.root, ".cache/fuzz.json");

let passed = 0;
let failed = 0;

function verdict(sentence: string, wrong: string[]) {
  if (wrong.length === 0) passed++;
  else failed++;
  printLine(`${wrong.length === 0 ? "  ok  " : "FAILED"}  ${sentence}`);
  for (const line of wrong) printLine(line.replace(/^/gm, "        "));
}

export async function main() {
  const { requests, seed, replay } = options();
  const target = await Target.start();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.once(signal, () => void target.app.remove().then(() => process.exit(1)));
  try {
    await (replay ? sendAgain(target) : fuzz(target, requests, seed));
  } finally {
    await target.app.remove();
  }
  printLine(`\n${passed} passed, ${failed} failed`);
  process.exit(failed === 0 && passed > 0 ? 0 : 1);
}

function options() {
  const { values } = parseArgs({
    options: { requests: { type: "string" }, seed: { type: "string" }, replay: { type: "boolean", default: false } },
  });
  const number = (name: string, given: string | undefined, otherwise: number) => {
    const value = given === undefined || given === "" ? otherwise : Number(given);
    return Number.isInteger(value) && value >= 0 ? value : fail(`--${name} must be a whole number, not ${given}.`);
  };
  return {
    requests: number("requests", values.requests ?? process.env.FUZZ_REQUESTS, 100_000),
    seed: number("seed", values.seed ?? process.env.FUZZ_SEED, Math.floor(Math.random() * 1e9)),
    replay: values.replay,
  };
}

async function fuzz(target: Target, requests: number, seed: number) {
  const begun = Date.now();
  printLine(`${requests} requests, seed ${seed}`);
  const idlers = startIdlers(target.app.port);
  const { tally, faults, weights, lastWords } = await new Run(target).start(requests, seed, printLine);
  const seconds = (Date.now() - begun) / 1000;
  printLine(
    [
      `\n${tally.sent} requests in ${seconds.toFixed(1)} s, ${Math.round(tally.sent / seconds)} a second`,
      ...tally.lines(),
      "",
    ].join("\n"),
  );
  saveFindings([...faults.map(({ attack }) => attack), ...(lastWords ?? [])]);

  verdict(
    "Every request has an answer that tells nothing it should not, or its connection ends",
    faults.map(faultText),
  );
  const healthy = await target.isHealthy();
  verdict(
    "The process that began is there at the end, and healthy",
    healthy ? [] : [await whoEndedIt(lastWords ?? [])],
  );
  if (canWeigh && healthy) verdict(`Memory stays bounded: ${curve(weights)}`, heavy(weights));
  verdict(
    "The log tells of no fault",
    target
      .complaints()
      .slice(0, 5)
      .map((line) => line.slice(0, 600)),
  );
  const open = idlers.stillOpen();
  if (open)
    verdict(
      "Connections that never say enough are ended",
      open.map((what) => `One that ${what} is open still`),
    );
  idlers.end();
  if (failed > 0)
    printLine(
      `\nThe whole run again:      npm run fuzz -- --requests ${requests} --seed ${seed}\nWhat was found, again:    npm run fuzz -- --replay`,
    );
}

const faultText = ({ what, attack, after, times }: Fault) =>
  `${what} (${attack.person ? "signed in" : "as a visitor"}; first after ${after} requests, ${times} in all)\n${describeAttack(attack)}`;

const inMegabytes = (bytes: number) => Math.round(bytes / megabyte);

/** Returns ten memory readings of the whole run. */
function curve(weights: Weight[]): string {
  const every = Math.max(1, Math.floor(weights.length / 10));
  const live = weights.filter((_, index) => (index + 1) % every === 0).map(({ live }) => inMegabytes(live));
  return `live ${live.join(" ")} MB, at most ${inMegabytes(weights.at(-1)?.peak ?? 0)} MB at once`;
}

function heavy(weights: Weight[]): string[] {
  const [first, last] = [weights[Math.floor(weights.length / 10)], weights.at(-1)];
  if (!first || !last) return ["The app did not say how much it holds"];
  return [
    ...(last.live - first.live > maxGrowth
      ? [`It grew by ${inMegabytes(last.live - first.live)} MB, and ${inMegabytes(maxGrowth)} are allowed`]
      : []),
    ...(last.peak > maxAtOnce
      ? [`It held ${inMegabytes(last.peak)} MB at once, and ${inMegabytes(maxAtOnce)} are allowed`]
      : []),
  ];
}

/** Sends the last attacks one by one to a new app, to find the one that ends the process. */
async function whoEndedIt(lastWords: Attack[]): Promise<string> {
  const target = await Target.start();
  try {
    for (const attack of lastWords) {
      await target.send(attack, 5_000);
      await pause(200); // a later exception ends the process later
      if (!(await target.listens())) return `The process ended after this:\n${describeAttack(attack)}`;
    }
  } finally {
    await target.app.remove();
  }
  return "The process ended, or no longer does its work; nothing that was sent last ends a fresh one.";
}

function saveFindings(attacks: Attack[]) {
  mkdirSync(dirname(findingsFile), { recursive: true });
  writeFileSync(findingsFile, JSON.stringify(attacks));
}

async function sendAgain(target: Target) {
  for (const attack of JSON.parse(readFileSync(findingsFile, "utf8")) as Attack[]) {
    const outcome = await target.send(attack, 20_000);
    verdict(
      `${outcome.answers.map(({ status }) => status).join(" ") || outcome.end} ${describeAttack(attack)}`,
      target.check(attack, outcome),
    );
  }
}
