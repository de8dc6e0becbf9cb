import { type ReactNode, useEffect, useState } from "react";
import { Alert } from "~/ui/alert";
import { Button, buttonClass } from "~/ui/button";
import { Divider } from "~/ui/divider";
import { Overlay } from "~/ui/resolving";
import { useSession } from "~/auth/session-context";
import type { GoogleSettings } from "./google-settings";
import { warmUp } from "./use-google";
import { useNavigation } from "~/ui/navigation";

/** Google's mark, in its own colours. */
function GoogleMark() {
  return (
    <svg className="size-4.5 flex-none" viewBox="0 0 24 24" aria-hidden="true">
      <path
        fill="#4285F4"
        d="M23.5 12.3c0-.9-.1-1.6-.2-2.3H12v4.4h6.5c-.1 1.1-.8 2.7-2.4 3.8l3.7 2.9c2.3-2.1 3.7-5.2 3.7-8.8z"
      />
      <path
        fill="#34A853"
        d="M12 24c3.2 0 5.9-1.1 7.9-2.9l-3.8-2.9c-1 .7-2.4 1.2-4.1 1.2-3.1 0-5.8-2.1-6.7-5l-3.9 3C3.4 21.3 7.4 24 12 24z"
      />
      <path fill="#FBBC05" d="M5.3 14.4c-.3-.7-.4-1.5-.4-2.4s.1-1.6.4-2.4L1.4 6.6C.5 8.2 0 10.1 0 12s.5 3.8 1.4 5.4z" />
      <path
        fill="#EA4335"
        d="M12 4.7c2.2 0 3.7 1 4.6 1.8l3.3-3.3C17.9 1.2 15.2 0 12 0 7.4 0 3.4 2.7 1.4 6.6l3.9 3c.9-2.9 3.6-4.9 6.7-4.9z"
      />
    </svg>
  );
}

/** The Google button if Google sign-in is on, else `otherwise`; either is followed by an “or with e-mail” divider. */
export function GoogleFirst({ otherwise = null }: { otherwise?: ReactNode }) {
  const { google } = useSession();
  const first = google ? <GoogleButton settings={google} /> : otherwise;
  return (
    first && (
      <>
        {first}
        <Divider>or with e-mail</Divider>
      </>
    )
  );
}

interface GoogleButtonProps {
  settings: GoogleSettings;
  /** Confirms the identity of a signed-in user instead of logging in. */
  proves?: boolean;
}

/** Opens Google's window on press and shows errors beside the button, while the page stays usable. */
export function GoogleButton({ settings, proves }: GoogleButtonProps) {
  const { googleLogin, googleProof, waiting, cancel } = useSession();
  const [refused, setRefused] = useState<string>();
  const near = () => warmUp(settings);
  useEffect(() => {
    // Touch devices have no hover to preload on, and browsers allow a window only for about a second after the press.
    if (!matchMedia("(hover: none)").matches) return;
    const idle = setTimeout(() => warmUp(settings), 1_000);
    return () => clearTimeout(idle);
  }, [settings]);
  const { formMethod } = useNavigation();
  useEffect(() => {
    if (formMethod) setRefused(undefined); // the other sign-in form shows its own errors
  }, [formMethod]);
  const press = () => {
    setRefused(undefined);
    (proves ? googleProof() : googleLogin()).catch((error: Error) => setRefused(error.message));
  };
  return (
    <>
      <Button
        type="button"
        variant="outline"
        size="lg"
        className="w-full noscript:hidden"
        onPointerEnter={near}
        onFocus={near}
        onClick={press}
      >
        <GoogleMark />
        Continue with Google
      </Button>
      <p className="hidden text-center text-sm text-muted noscript:block">
        Google needs JavaScript, which is turned off in this browser.
      </p>
      {refused && (
        <Alert family="error" role="alert" className="mt-3 text-sm">
          {refused}
        </Alert>
      )}
      {waiting && (
        <Overlay onCancel={cancel}>
          {waiting === "window" ? (refused ?? "Continue in the Google window.") : "One moment…"}
        </Overlay>
      )}
    </>
  );
}

const settings = ["FIREBASE_API_KEY", "FIREBASE_AUTH_DOMAIN", "FIREBASE_PROJECT_ID"];

/**
 * Stands in for the button where Google sign-in is off, and explains the settings that turn it on. Works without
 * scripts.
 */
export function GoogleExplained() {
  return (
    <details>
      <summary className={buttonClass({ variant: "outline", size: "lg" }, "w-full")}>
        <GoogleMark />
        Continue with Google
      </summary>
      <div className="mt-3 rounded-lg border border-border bg-surface p-4 text-sm">
        <p>Google needs a Firebase project. These three settings connect one:</p>
        <ul className="mt-2 grid gap-1">
          {settings.map((name) => (
            <li key={name}>
              <bdi className="code">{name}</bdi>
            </li>
          ))}
        </ul>
        <p className="mt-2">
          To try it now, stop this and run <bdi className="code whitespace-nowrap">npm run start:emulator</bdi>: Portico
          with the official emulator in place of Google.
        </p>
      </div>
    </details>
  );
}
