/** The thread's side of long work, see `thread.server.ts`. */
import { setPriority } from "node:os";
import { type MessagePort, parentPort } from "node:worker_threads";
import { closeDatabase, takeTurnsBy } from "db";
import { providerSettled } from "~/auth/identity/provider-work.server";
import { mailSettled } from "~/mail/mail.server";
import { Refusal } from "~/records/act.server";
import { endAsSoonAsMayBe } from "./runs.server";
import { type Asked, type FromThread, type ToThread, workNamed } from "./thread.server";

/** Does what the main thread asks for, until it is told to close. The program must be loaded whole: work is found by its name. */
export function workHere(port: MessagePort | null = parentPort) {
  if (!port) throw new Error("workHere() was called in the main thread.");
  if (process.platform === "linux") setPriority(10); // there it is this thread's alone: who waits for a page goes first
  const say = (message: FromThread) => port.postMessage(message);
  let turn: () => void = () => undefined;
  takeTurnsBy(async () => {
    const given = new Promise<void>((resolve) => (turn = resolve));
    say("turn?");
    await given;
    return () => say("turn over");
  });
  port.on("message", (message: ToThread) => {
    if (message === "turn") return turn();
    if (message === "end runs") return endAsSoonAsMayBe();
    if (message === "close") return void close();
    void doIt(message, say);
  });
}

async function doIt({ id, name, args }: Asked, say: (message: FromThread) => void) {
  try {
    const work = workNamed(name);
    if (!work) throw new Error(`There is no work named ${name}.`);
    say({ id, end: await work(args, (done, total) => say({ id, done, total })) });
  } catch (error) {
    say(error instanceof Refusal ? { id, refused: error.errors } : { id, failed: error });
  }
}

async function close() {
  await Promise.all([mailSettled(), providerSettled()]);
  await closeDatabase();
  process.exit(); // of this thread alone
}
