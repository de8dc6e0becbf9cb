import { log } from "~/core/process/log.server";

/** Calls `stop` on the first SIGTERM or SIGINT. A second signal calls `giveUp` and exits at once. */
export function onStopSignal(stop: () => void, giveUp: () => void = () => undefined) {
  let stopping = false;
  const onSignal = (signal: NodeJS.Signals) => {
    if (stopping) {
      giveUp();
      process.exit(1);
    }
    stopping = true;
    log.info({ signal }, "stopping");
    stop();
  };
  process.on("SIGTERM", onSignal);
  process.on("SIGINT", onSignal);
}
