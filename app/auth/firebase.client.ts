/** Firebase in the browser: only what Google's window needs. Loaded when somebody is about to press the button. */
import { initializeApp } from "firebase/app";
import { type Auth, browserPopupRedirectResolver, connectAuthEmulator, GoogleAuthProvider, initializeAuth, onAuthStateChanged, signInWithPopup, signOut } from "firebase/auth";
import type { GoogleSettings } from "./google-settings";

let auth: Auth | undefined;

/** Readies what can be before the press: browsers open a window only shortly after it. Nothing is kept beyond this page. */
export function prepare({ emulator, ...project }: GoogleSettings): Auth {
  if (auth) return auth;
  auth = initializeAuth(initializeApp(project), { popupRedirectResolver: browserPopupRedirectResolver });
  if (emulator) connectAuthEmulator(auth, emulator, { disableWarnings: true });
  return auth;
}

/** Opens Google's window, 500×600, and answers the ID token of who signed in there. Rejects with Firebase's errors (`auth/popup-blocked` …). */
export async function openGoogle(settings: GoogleSettings): Promise<string> {
  const provider = new GoogleAuthProvider().setCustomParameters({ prompt: "select_account" });
  const { user } = await signInWithPopup(prepare(settings), provider);
  return user.getIdToken();
}

/** Calls back when Firebase signs the account out by itself: it was disabled, or its tokens were revoked. Answers what stops that. */
export function onSignedOut(callBack: () => void): () => void {
  let wasIn = Boolean(auth?.currentUser);
  if (!auth) return () => undefined;
  return onAuthStateChanged(auth, (user) => {
    if (wasIn && !user) callBack();
    wasIn = Boolean(user);
  });
}

/** Forgets who signed in here. */
export async function forgetGoogle(): Promise<void> {
  if (auth?.currentUser) await signOut(auth);
}
