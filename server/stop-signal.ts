import { log } from "~/core/process/log.server";

/** Calls `stop` when the process is told to end. A second signal ends it at once, after `giveUp`. */
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
