/** The room that is left on the disk: owners are warned before it is full, and uploads end while changes still work. */
import { config } from "config";
import { diskSpace, type DiskSpace } from "db/space";
import { log } from "~/core/process/log.server";

const sentences = {
  low: "The server’s disk is almost full. Free some space soon, or uploads and then changes will be refused.",
  "no uploads":
    "The server’s disk is almost full, so no files can be uploaded. Free some space now, or changes will be refused as well.",
};

let lastState: DiskSpace["state"] = "enough";

/** The room on the database's disk. A change for the worse is logged once. */
export function currentDiskSpace(): DiskSpace {
  const space = diskSpace(config.databaseFile);
  const { state, freeBytes } = space;
  if (state !== lastState && state !== "enough") log.warn({ freeBytes, state }, sentences[state]);
  lastState = state;
  return space;
}

/** What owners are told of the disk; nothing while there is enough room. */
export function diskWarning(): string | undefined {
  const { state } = currentDiskSpace();
  return state === "enough" ? undefined : sentences[state];
}
