import { readdirSync } from "node:fs";
import { extname, join } from "node:path";
import express, { type RequestHandler } from "express";
import { changesNothing } from "~/auth/origin.server";
import { refuse } from "./refuse";

/** How the build packed the files, best first. */
const packings = [
  { encoding: "br", ending: ".br" },
  { encoding: "gzip", ending: ".gz" },
];

/** Serves what the build made for browsers, packed where they can unpack it. Names with a hash in them never change, so they are kept for ever. */
export function staticFiles(folder: string): RequestHandler {
  const files = new Set(readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => `/${file.replaceAll("\\", "/")}`));
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
      return refuse(req, res, 404, "There is no such file.");
    }
    const packing = packings.find(({ encoding, ending }) => files.has(path + ending) && req.acceptsEncodings(encoding));
    if (files.has(`${path}.br`)) res.vary("Accept-Encoding");
    if (packing) {
      res.type(extname(path)).set("Content-Encoding", packing.encoding);
      req.url = path + packing.ending;
    }
    send(req, res, next);
  };
}
