/** Firebase in the browser: only what Google's window needs. Loaded when somebody is about to press the button. */
import { initializeApp } from "firebase/app";
import {
  type Auth,
  browserPopupRedirectResolver,
  connectAuthEmulator,
  GoogleAuthProvider,
  initializeAuth,
  onAuthStateChanged,
  signInWithPopup,
  signOut,
} from "firebase/auth";
import type { GoogleSettings } from "~/auth/google/google-settings";

let auth: Auth | undefined;

/**
 * Readies what can be before the press: browsers open a window only shortly after it. Nothing is kept beyond this page.
 */
export function prepare({ emulator, ...project }: GoogleSettings): Auth {
  if (auth) return auth;
  auth = initializeAuth(initializeApp(project), { popupRedirectResolver: browserPopupRedirectResolver });
  if (emulator) connectAuthEmulator(auth, emulator, { disableWarnings: true });
  return auth;
}

/**
 * Opens Google's window, 500×600, and answers the ID token of who signed in there. Rejects with Firebase's errors
 * (`auth/popup-blocked` …).
 */
export async function openGoogle(settings: GoogleSettings): Promise<string> {
  const provider = new GoogleAuthProvider().setCustomParameters({ prompt: "select_account" });
  const { user } = await signInWithPopup(prepare(settings), provider);
  return user.getIdToken();
}

/**
 * Calls back when Firebase signs the account out: it was disabled or deleted there, or its tokens were revoked.
 * Firebase hears of that when it renews the hourly token, which is asked for whenever the page is looked at again.
 * Answers what stops all this.
 */
export function onSignedOut(callBack: (uid: string) => void): () => void {
  const { currentUser } = auth ?? {};
  if (!auth || !currentUser) return () => undefined;
  const look = () => void (document.visibilityState === "visible" && currentUser.getIdToken().catch(() => undefined)); // no network is no reason
  const stop = onAuthStateChanged(auth, (user) => user ?? callBack(currentUser.uid));
  document.addEventListener("visibilitychange", look);
  return () => {
    document.removeEventListener("visibilitychange", look);
    stop();
  };
}

/** Forgets who signed in here. */
export async function forgetGoogle(): Promise<void> {
  if (auth?.currentUser) await signOut(auth);
}
