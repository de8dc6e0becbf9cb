import { useLocation, useSubmit } from "@remix-run/react";
import { createContext, type ReactNode, useContext, useMemo } from "react";
import type { GoogleSettings } from "~/auth/google/google-settings";
import { useGoogle, type Waiting } from "~/auth/google/use-google";
import { FormOwnerContext, ownerField } from "~/core/form/form-owner";

/** The signed-in user, as far as the browser needs to know. */
export interface SessionUser {
  displayName?: string;
  email?: string;
}

export interface Session {
  user: SessionUser | undefined;
  /** Submits the register page's form; the page that follows shows the result. */
  signup(values: { name: string; email: string; password: string }): void;
  /** Submits the login page's form. */
  login(values: { email: string; password: string; remember?: boolean }): void;
  /** Ends the session; after the next login the user returns to the current page. */
  logout(): void;
  /**
   * Opens Google's window and then continues to the requested page. Rejects with `IdentityError`, whose message can be
   * shown.
   */
  googleLogin(): Promise<void>;
  /** Opens Google's window to re-authenticate a signed-in user. Rejects like `googleLogin`. */
  googleProof(): Promise<void>;
  /** Undefined if Google sign-in is off. */
  google: GoogleSettings | undefined;
  /** The step of a Google login in progress. */
  waiting: Waiting;
  /** Cancels the Google login in progress. */
  cancel(): void;
}

const SessionContext = createContext<Session | undefined>(undefined);

/** Provides `useSession`. It only mirrors the server's session. */
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

/** Returns the session of this browser's user. Throws outside `SessionProvider`. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session)
    throw new Error("useSession() was called outside SessionProvider: put the provider around this part of the page.");
  return session;
}
