import type { ServerBuild } from "@remix-run/node";
import type { RequestHandler } from "express";
import { config } from "config";
import { prepareDatabase } from "db/migrate";
import { takeServerPlace } from "db/one-server";
import { deleteUnfinishedRows } from "~/import/imports.server";
import { takeUpInterrupted } from "~/jobs/interrupted.server";
import { log } from "~/lib/log.server";
import { startSender } from "~/mail/sender.server";
import { createApp } from "./app";
import { health } from "./health";
import { pagesOf } from "./page-of";
import { remixPages } from "./remix";
import { countVisits } from "./visits";

/** The app as `npm run dev` runs it: files come from Vite, and the pages are built anew for every request. */
export async function developmentApp({ files, build }: { files: RequestHandler; build: () => Promise<ServerBuild> }) {
  takeServerPlace(config.databaseFile);
  const { mended } = await prepareDatabase();
  for (const sentence of mended) log.warn(sentence);
  await deleteUnfinishedRows();
  void takeUpInterrupted();
  startSender();
  return { app: createApp({ pages: remixPages(build), files, health: health(), visits: countVisits(pagesOf(build)), development: true }), config };
}
