import type { Way } from "db/schema";
import { Badge } from "~/ui/values/badge";
import { Entries, Entry } from "~/ui/list/entries";
import { Time } from "~/ui/values/time";

/** Reasons for a refused sign-in, by code. */
const reasons: Record<string, string> = {
  "wrong-password": "The password was wrong",
  "invalid-credential": "The password was wrong",
  "wrong-code": "The code of the second factor was wrong",
  "email-not-verified": "The e-mail address was not verified yet",
  "person-pending": "The account was still waiting for approval",
  "person-kept-out": "The account might not sign in",
  "access-taken": "The access of the account had ended",
  "user-disabled": "The account might not sign in",
  "person-tied": "Another login belongs to this account",
  "registration-closed": "Registration was closed",
  "too-many-requests": "It was tried too often",
  "requires-recent-login": "The login was too old",
  "used-id-token": "The login had been used before",
};

/** Returns the outcome of a sign-in as a sentence without its full stop. */
const outcomeOf = (refused: string | null): string =>
  refused === null ? "Logged in" : (reasons[refused] ?? "It was refused");

interface ShownSignIn {
  id: number;
  at: Date;
  way: Way;
  refused: string | null;
  /** Description such as "Chrome on Windows". */
  device: string;
  address: string;
}

/** Lists a user's sign-ins, both successful and refused. */
export function SignInList({ rows }: { rows: ShownSignIn[] }) {
  return (
    <Entries>
      {rows.map(({ id, at, way, refused, device, address }) => (
        <Entry
          key={id}
          icon={refused === null ? "check" : "ban"}
          bad={refused !== null}
          title={
            <>
              {outcomeOf(refused)} {refused !== null && <Badge family="error">Refused</Badge>}
            </>
          }
        >
          <p>
            <Time value={at} clock /> with {way === "google" ? "Google" : "a password"}
          </p>
          <p>
            {device}
            {address && (
              <>
                , from <bdi>{address}</bdi>
              </>
            )}
          </p>
        </Entry>
      ))}
    </Entries>
  );
}
