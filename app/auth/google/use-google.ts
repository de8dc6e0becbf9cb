/** Google login in the browser: from the press of the button to a session on the server. */
import { useLocation, useNavigate, useRevalidator } from "@remix-run/react";
import { useCallback, useEffect, useRef, useState } from "react";
import { isPage } from "~/ui/links";
import type { GoogleSettings } from "./google-settings";
import type { Exchanged } from "./window.client";

/** The step in progress: the user in Google's window, then the server's response. */
export type Waiting = "window" | "server" | undefined;

let loading: Promise<typeof import("./window.client")> | undefined;

/** Loads Firebase on first use, so that pages do not carry it. A failed load is retried on the next call. */
function firebase() {
  loading ??= import("./window.client").catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/** Preloads Firebase, because browsers open a window only shortly after the press. */
export function warmUp(settings: GoogleSettings) {
  void firebase().then(
    ({ prepare }) => prepare(settings),
    () => undefined,
  ); // the press itself reports errors
}

/**
 * Returns the Google login's state and functions. `login` and `proof` reject with `IdentityError`; `cancel` stops
 * waiting and ignores what the window returns later.
 */
export function useGoogle(settings: GoogleSettings | undefined, signedIn: boolean, from: string | null) {
  const [waiting, setWaiting] = useState<Waiting>();
  const latest = useRef<AbortController>(undefined);
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const { key: place } = useLocation();
  useEffect(() => setWaiting((now) => (now === "server" ? undefined : now)), [place]); // the next page has loaded
  useFollowing(signedIn, revalidate);

  /**
   * Opens the window and exchanges its token at `path`. Returns the server's response, or undefined if the login was
   * cancelled meanwhile.
   */
  const ask = useCallback(
    async (path: string, keep: boolean): Promise<Exchanged | undefined> => {
      const attempt = (latest.current = new AbortController());
      const gaveUp = () => attempt.signal.aborted || latest.current !== attempt;
      try {
        if (!settings) throw Object.assign(new Error("no settings"), { code: "auth/operation-not-allowed" });
        setWaiting("window");
        const { openGoogle, forgetGoogle, exchange } = await firebase();
        const token = await openGoogle(settings);
        if (gaveUp()) return void (keep || (await forgetGoogle()));
        setWaiting("server");
        const answer = await exchange(token, path, keep, attempt.signal);
        return gaveUp() ? undefined : answer;
      } catch (error) {
        if (latest.current === attempt) setWaiting(undefined);
        // A cancelled login reports no errors, except that a newer window replaced it.
        if (!attempt.signal.aborted || codeOf(error) === "auth/cancelled-popup-request")
          throw await readableError(error);
      }
    },
    [settings],
  );

  const login = useCallback(async () => {
    const { to } = (await ask(from ? `/session?${new URLSearchParams({ from })}` : "/session", false)) ?? {};
    if (!to) return;
    if (isPage(to)) return navigate(to);
    setWaiting(undefined); // a download leaves this page open
    location.assign(to);
  }, [ask, from, navigate]);

  const proof = useCallback(async () => {
    const answer = await ask("/session/proof", true);
    setWaiting(undefined);
    if (answer) revalidate(); // reload without the request for re-authentication
  }, [ask, revalidate]);

  const cancel = useCallback(() => {
    latest.current?.abort();
    setWaiting(undefined);
    revalidate(); // the server may have signed in before the cancellation
  }, [revalidate]);

  return { waiting, login, proof, cancel };
}

/** Returns the code of a Firebase error, or undefined for any other error. */
function codeOf(error: unknown): string | undefined {
  const { code } = error as { code?: unknown };
  return typeof code === "string" && code.startsWith("auth/") ? code : undefined;
}

/** Message used when the error messages themselves cannot be loaded. */
const offline = "The network did not answer. Check your connection and try again.";

/** Returns an error with a readable message. An error without a code counts as a network failure. */
async function readableError(error: unknown): Promise<Error> {
  try {
    const { IdentityError } = await import("~/auth/identity-errors");
    if (error instanceof IdentityError) return error;
    return new IdentityError(codeOf(error) ?? "network-request-failed", { cause: error });
  } catch {
    return new Error(offline, { cause: error });
  }
}

/**
 * Keeps both sessions in step after a Google login: ends the session here when Firebase signs the account out, and the
 * reverse.
 */
function useFollowing(signedIn: boolean, revalidate: () => void) {
  useEffect(() => {
    if (!loading) return;
    let stop = () => {};
    let over = false;
    const end = (uid: string) =>
      void fetch(`/session?${new URLSearchParams({ uid })}`, { method: "DELETE" }).then(revalidate, () => undefined); // without a network nothing can be done here anyway
    void loading.then(async ({ forgetGoogle, onSignedOut }) => {
      if (over) return;
      if (signedIn) stop = onSignedOut(end);
      else await forgetGoogle();
    });
    return () => {
      over = true;
      stop();
    };
  }, [signedIn, revalidate]);
}
