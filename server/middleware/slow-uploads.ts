import type { Request, RequestHandler } from "express";
import { refuse } from "./refuse";

/** Minimum rate of an upload; a bad dial-up line is faster. */
const minBytesPerSecond = 512;
/** Maximum duration of an upload at its minimum rate, in seconds. */
const maxSeconds = 60 * 60;
/** Span over which the rate is measured, in milliseconds. */
const spanMs = 20_000;

/** An upload in progress, with the bytes its connection had received when the span began. */
interface Upload {
  minBytes: number;
  received: number;
  since: number;
  end(): void;
}

/** Returns how much of a body of `length` bytes must arrive in a span, in bytes. */
const minBytesOf = (length: number) => (Math.max(minBytesPerSecond, length / maxSeconds) * spanMs) / 1_000;

/**
 * Ends uploads that are too slow with a 408, because each holds memory and a connection. Uploads that wait for this
 * server to read on are exempt.
 */
export function endSlowUploads(span = spanMs): RequestHandler {
  const uploads = new Map<Request, Upload>();
  setInterval(() => {
    const now = performance.now();
    for (const [req, upload] of uploads) {
      if (req.complete) {
        uploads.delete(req);
        continue;
      }
      const { bytesRead } = req.socket;
      const waitsForUs = req.readableFlowing !== true && req.readableLength >= req.readableHighWaterMark;
      if (waitsForUs || bytesRead - upload.received >= upload.minBytes)
        Object.assign(upload, { received: bytesRead, since: now });
      else if (now - upload.since >= span) upload.end();
    }
  }, span / 4).unref();

  return (req, res, next) => {
    const length = Number(req.get("content-length") ?? 0);
    if (length === 0) return next();
    const forget = () => uploads.delete(req);
    const end = () => {
      forget();
      if (res.headersSent) return void req.destroy();
      res.set("Connection", "close").once("finish", () => req.destroy());
      refuse(req, res, 408, "The upload came too slowly, so it was ended. Try again over a faster connection.");
    };
    uploads.set(req, { minBytes: minBytesOf(length), received: req.socket.bytesRead, since: performance.now(), end });
    req.once("end", forget).once("close", forget);
    next();
  };
}
