/** Firebase in the browser, limited to Google's window. Loaded when someone is about to press the button. */
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
 * Prepares what it can before the press, because browsers open a window only shortly after it. State is kept in memory
 * only.
 */
export function prepare({ emulator, ...project }: GoogleSettings): Auth {
  if (auth) return auth;
  auth = initializeAuth(initializeApp(project), { popupRedirectResolver: browserPopupRedirectResolver });
  if (emulator) connectAuthEmulator(auth, emulator, { disableWarnings: true });
  return auth;
}

/**
 * Opens Google's window and returns the ID token of the account that signed in. Rejects with Firebase's errors
 * (`auth/popup-blocked` …).
 */
export async function openGoogle(settings: GoogleSettings): Promise<string> {
  const provider = new GoogleAuthProvider().setCustomParameters({ prompt: "select_account" });
  const { user } = await signInWithPopup(prepare(settings), provider);
  return user.getIdToken();
}

/**
 * Calls back when Firebase signs the account out (disabled, deleted or revoked), which it notices when it renews the
 * hourly token; that is requested each time the page becomes visible. Returns a function that stops this.
 */
export function onSignedOut(callBack: (uid: string) => void): () => void {
  const { currentUser } = auth ?? {};
  if (!auth || !currentUser) return () => undefined;
  const look = () => void (document.visibilityState === "visible" && currentUser.getIdToken().catch(() => undefined)); // ignore network errors
  const stop = onAuthStateChanged(auth, (user) => user ?? callBack(currentUser.uid));
  document.addEventListener("visibilitychange", look);
  return () => {
    document.removeEventListener("visibilitychange", look);
    stop();
  };
}

/** Signs out of Firebase in this browser. */
export async function forgetGoogle(): Promise<void> {
  if (auth?.currentUser) await signOut(auth);
}
