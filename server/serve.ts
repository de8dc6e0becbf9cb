import { join } from "node:path";
import type { ServerBuild } from "@remix-run/node";
import { config } from "config";
import { closeDatabase } from "db";
import { firebaseFaults } from "~/auth/identity/firebase/check.server";
import { demoAccounts } from "~/auth/identity/demo.server";
import { providerSettled, settleWithProvider } from "~/auth/identity/provider-work.server";
import { endStreams } from "~/features/live/live.server";
import { startTimer } from "~/maintenance/maintenance.server";
import { startIdleCollection } from "~/core/process/idle-collection.server";
import { log } from "~/core/process/log.server";
import { refusalsWritten } from "~/auth/sessions/sign-ins.server";
import { stopSender } from "~/core/mail/sender.server";
import { stopJobs } from "~/core/jobs/jobs.server";
import { useWorker } from "~/core/jobs/worker.server";
import { createApp } from "./app";
import { forgeableAddresses } from "./deployment";
import { health } from "./health";
import { listen, listenAt, serverWithoutPort, stop } from "./listen";
import { pagesOf } from "./middleware/page-of";
import { prepare, takeUpWork } from "./prepare";
import { remixPages } from "./remix";
import { followReplica } from "./replica/age";
import { onStopSignal } from "./stop-signal";
import { staticFiles } from "./middleware/static-files";
import { countVisits, visitsCounted } from "./middleware/visits";
import { handOver as handOverTo } from "./workers/hand-over";
import { role, writerSocket } from "./workers/role";
import { joinOthers, onStopMessages, takeConnections } from "./workers/worker";

/**
 * Prepares the database and serves until stopped; `file` is the program that worker threads run. Resolves when the
 * server responds, and throws errors with a message for people.
 */
export async function serve(build: ServerBuild, file: URL) {
  joinOthers();
  const prepared = role === "reader" ? undefined : await prepare();
  const files = staticFiles(join(config.root, build.assetsBuildDirectory));
  const parts = { pages: remixPages(build), files, health: health(), visits: countVisits(pagesOf(build)) };
  const handOver = role === "reader" ? handOverTo(writerSocket) : undefined;
  const app = createApp({ ...parts, handOver });
  const servers = [
    ...(role === "writer" ? [await listenAt(createApp({ ...parts, isBehindReaders: true }), writerSocket)] : []),
    role === "alone" ? await listen(app, config) : takeConnections(serverWithoutPort(app)),
  ];
  if (role !== "reader") startSingleWork(file);
  startIdleCollection();
  log.info({ address: config.appUrl, version: config.version, role }, "listening");
  onStop(async () => {
    endStreams();
    await Promise.all([...servers.map((server) => stop(server)), stopJobs()]);
    await Promise.all([stopSender(), providerSettled(), refusalsWritten(), visitsCounted()]);
    await closeDatabase();
  });
  logWhatNobodyCaught();
  const { appUrl, databaseFile, version } = config;
  return {
    ...prepared,
    address: appUrl,
    databaseFile,
    version,
    demoAccounts: config.sampleData ? await demoAccounts() : [],
  };
}

/** Starts the work that only one process does. */
function startSingleWork(file: URL) {
  for (const sentence of forgeableAddresses()) log.warn(sentence);
  useWorker(file);
  takeUpWork();
  startTimer();
  followReplica();
  void askProvider();
}

/**
 * Finishes pending calls to the identity provider and logs configuration problems. Runs in the background, so that
 * signed-in users need not wait.
 */
async function askProvider() {
  await settleWithProvider();
  for (const sentence of await firebaseFaults()) log.warn(sentence);
}

/** Logs unhandled rejections, and exits after an uncaught exception, because the process state is then unknown. */
function logWhatNobodyCaught() {
  process.on("unhandledRejection", (error) => log.error({ err: error }, "a promise failed that nobody waited for"));
  process.removeAllListeners("uncaughtException"); // the one that explains a failed start
  process.on("uncaughtException", (error) => {
    log.fatal({ err: error }, "uncaught error");
    process.exit(1);
  });
}

/** Maximum time from the signal to the end of the process, in milliseconds. */
const latest = 9_000;

/** Stops on a signal or, in a worker process, on a message from the supervisor. */
function onStop(cleanUp: () => Promise<void>) {
  const stopNow = () => {
    setTimeout(() => process.exit(0), latest).unref();
    cleanUp().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, "the stop was not clean");
        process.exit(1);
      },
    );
  };
  if (role === "alone") onStopSignal(stopNow);
  else onStopMessages({ endStreams, stop: stopNow });
}
