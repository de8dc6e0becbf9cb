import { readdirSync } from "node:fs";
import { extname, join, relative } from "node:path";
import express, { type RequestHandler } from "express";
import { changesNothing } from "~/core/http/origin.server";
import { refuse } from "./refuse";

/** Precompressed variants made by the build, best first. */
const packings = [
  { encoding: "br", ending: ".br" },
  { encoding: "gzip", ending: ".gz" },
];

const noSuchFile = "There is no such file.";

/**
 * Serves the build's browser files, compressed if the client accepts it. Files with a hash in the name are cached
 * forever.
 */
export function staticFiles(folder: string): RequestHandler {
  const files = new Set(filesIn(folder));
  const send = express.static(folder, {
    redirect: false,
    setHeaders: (res, path) => {
      const named = path.startsWith(join(folder, "assets"));
      res.setHeader("Cache-Control", named ? "public, max-age=31536000, immutable" : "public, max-age=3600");
    },
  });

  return (req, res, next) => {
    const { path } = req;
    if (!changesNothing(req.method)) return next();
    if (!files.has(path)) {
      if (!path.startsWith("/assets/")) return next();
      return refuse(req, res, 404, noSuchFile);
    }
    const packing = packings.find(({ encoding, ending }) => files.has(path + ending) && req.acceptsEncodings(encoding));
    if (files.has(`${path}.br`)) res.vary("Accept-Encoding");
    if (packing) {
      res.type(extname(path)).set("Content-Encoding", packing.encoding);
      req.url = path + packing.ending;
    }
    send(req, res, (error) => (error ? next(error) : refuse(req, res, 404, noSuchFile))); // the file existed at the start, but a new build has replaced it
  };
}

/** Lists the files in a folder as URL paths. */
function filesIn(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.map((entry) => `/${relative(folder, join(entry.parentPath, entry.name)).replaceAll("\\", "/")}`);
}
