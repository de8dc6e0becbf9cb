import type { IncomingMessage, ServerResponse } from "node:http";
import type { RequestHandler, Response } from "express";
import helmet from "helmet";
import type { Config } from "config";

const year = 31_536_000;

/** Browser features that no page uses, disabled so that injected code cannot use them either. */
const unusedPowers = [
  "accelerometer",
  "camera",
  "display-capture",
  "geolocation",
  "gyroscope",
  "magnetometer",
  "microphone",
  "midi",
  "payment",
  "serial",
  "usb",
];

/** Sets security headers on every response, including files. */
export function securityHeaders(
  config: Pick<Config, "secure" | "hstsSubdomains" | "firebase" | "iconHosts">,
  { development = false } = {},
): RequestHandler {
  const google = config.firebase && signInWithGoogle(config.firebase);
  const setHelmet = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", `'nonce-${noncePlaceholder}'`, ...(google ? ["https://apis.google.com"] : [])],
        styleSrc: ["'self'", ...(development ? ["'unsafe-inline'"] : [])], // in development, Vite inserts style elements
        imgSrc: ["'self'", "data:", "blob:"],
        connectSrc: ["'self'", ...(google?.connect ?? []), ...config.iconHosts, ...(development ? ["ws:"] : [])],
        frameSrc: google?.frame ?? ["'none'"],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(config.secure && { upgradeInsecureRequests: [] }),
      },
    },
    crossOriginOpenerPolicy: { policy: "same-origin-allow-popups" }, // the sign-in popup must be able to answer
    referrerPolicy: { policy: "strict-origin-when-cross-origin" },
    strictTransportSecurity: config.secure && { maxAge: year, includeSubDomains: config.hstsSubdomains },
    xFrameOptions: { action: "deny" },
  });
  const headers = headersSetBy(setHelmet);
  headers.set("Permissions-Policy", unusedPowers.map((power) => `${power}=()`).join(", "));
  const policy = headers.get(policyName) ?? "";
  headers.delete(policyName);

  return (_req, res, next) => {
    res.removeHeader("X-Powered-By");
    for (const [name, value] of headers) res.setHeader(name, value);
    const { nonce = "" } = (res as Partial<Response>).locals ?? {}; // there are none for what is no request
    res.setHeader(policyName, policy.replace(noncePlaceholder, String(nonce)));
    next();
  };
}

const policyName = "Content-Security-Policy";
const noncePlaceholder = "NONCE";

/** Returns the headers that helmet sets, which differ between responses only in the nonce. */
function headersSetBy(setHelmet: ReturnType<typeof helmet>) {
  const headers = new Map<string, string>();
  const response = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader: () => undefined,
  };
  setHelmet({} as IncomingMessage, response as unknown as ServerResponse, (error) => {
    if (error) throw error as Error;
  });
  return headers;
}

/** Returns the origins that Firebase's popup connects to and embeds. */
function signInWithGoogle(firebase: NonNullable<Config["firebase"]>) {
  if (firebase.emulatorHost) {
    const emulator = `http://${firebase.emulatorHost}`;
    return { connect: [emulator], frame: [emulator] };
  }
  return {
    connect: ["https://identitytoolkit.googleapis.com", "https://securetoken.googleapis.com"],
    frame: [`https://${firebase.authDomain}`],
  };
}
