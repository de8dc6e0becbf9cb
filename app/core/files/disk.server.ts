/** Monitors free disk space: owners are warned before it runs out, and uploads are refused while changes still work. */
import { config } from "config";
import { diskSpace, type DiskSpace } from "db/space";
import { log } from "~/core/process/log.server";

const sentences = {
  low: "The server’s disk is almost full. Free some space soon, or uploads and then changes will be refused.",
  "no uploads":
    "The server’s disk is almost full, so no files can be uploaded. Free some space now, or changes will be refused as well.",
};

let lastState: DiskSpace["state"] = "enough";

/** Returns the free space on the database's disk. Logs once when it gets worse. */
export function currentDiskSpace(): DiskSpace {
  const space = diskSpace(config.databaseFile);
  const { state, freeBytes } = space;
  if (state !== lastState && state !== "enough") log.warn({ freeBytes, state }, sentences[state]);
  lastState = state;
  return space;
}

/** Returns the warning for owners; undefined while there is enough space. */
export function diskWarning(): string | undefined {
  const { state } = currentDiskSpace();
  return state === "enough" ? undefined : sentences[state];
}
