import { useLocation, useSubmit } from "@remix-run/react";
import { createContext, type ReactNode, useContext, useMemo } from "react";
import type { GoogleSettings } from "~/auth/google/google-settings";
import { useGoogle, type Waiting } from "~/auth/google/use-google";
import { FormOwnerContext, ownerField } from "~/core/form/form-owner";

/** Who is signed in, as far as the browser needs to know. */
export interface SessionUser {
  displayName?: string;
  email?: string;
}

export interface Session {
  user: SessionUser | undefined;
  /** Sends the register page's form; the page that answers says how it went. */
  signup(values: { name: string; email: string; password: string }): void;
  /** Sends the login page's form. */
  login(values: { email: string; password: string; remember?: boolean }): void;
  /** Ends the session; the login page then leads back to where this was called. */
  logout(): void;
  /**
   * Opens Google's window, and goes on to where the visitor was going. Rejects with `IdentityError`, whose message is a
   * sentence.
   */
  googleLogin(): Promise<void>;
  /**
   * Opens Google's window for somebody who is signed in, to show that it is really them. Rejects like `googleLogin`.
   */
  googleProof(): Promise<void>;
  /** Set where Google is turned on. */
  google: GoogleSettings | undefined;
  /** Set while a login by Google's window is under way. */
  waiting: Waiting;
  /** Stops waiting for that. */
  cancel(): void;
}

const SessionContext = createContext<Session | undefined>(undefined);

/** Gives everything inside it `useSession`. The server's session is the truth; this only shows it. */
export function SessionProvider({
  user,
  google,
  children,
}: {
  user: SessionUser | undefined;
  google?: GoogleSettings;
  children: ReactNode;
}) {
  const submit = useSubmit();
  const owner = useContext(FormOwnerContext);
  const { pathname, search } = useLocation();
  const { displayName, email } = user ?? {};
  const signedIn = user !== undefined;
  const from = new URLSearchParams(search).get("from");
  const { waiting, login: googleLogin, proof: googleProof, cancel } = useGoogle(google, signedIn, from);

  const session = useMemo<Session>(() => {
    const send = (path: string, fields: Record<string, string>) =>
      submit({ ...fields, [ownerField]: owner }, { method: "post", action: path });
    const sendOn = (path: string, fields: Record<string, string>) =>
      send(from ? `${path}?${new URLSearchParams({ from })}` : path, fields);
    return {
      user: signedIn ? { displayName, email } : undefined,
      signup: (values) => sendOn("/register", values),
      login: ({ remember, ...values }) => sendOn("/login", { ...values, ...(remember && { remember: "on" }) }),
      logout: () => send("/logout", { from: pathname + search }),
      googleLogin,
      googleProof,
      google,
      waiting,
      cancel,
    };
  }, [
    submit,
    owner,
    pathname,
    search,
    from,
    signedIn,
    displayName,
    email,
    googleLogin,
    googleProof,
    google,
    waiting,
    cancel,
  ]);

  return <SessionContext.Provider value={session}>{children}</SessionContext.Provider>;
}

/** The session of the person at this browser. Throws outside `SessionProvider`. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session)
    throw new Error("useSession() was called outside SessionProvider: put the provider around this part of the page.");
  return session;
}
