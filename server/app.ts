import { createRequestHandler } from "@remix-run/express";
import type { ServerBuild } from "@remix-run/node";
import express from "express";

export function createApp({ build }: { build: ServerBuild }) {
  const app = express();
  app.use(express.static("build/client"));
  app.all("*", createRequestHandler({ build, getLoadContext: () => ({ nonce: "x", requestId: "r", address: "" }) }));
  return app;
}
