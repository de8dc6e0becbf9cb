import type { SerializeFrom } from "@remix-run/node";
import { Alert } from "~/ui/alert";
import { Time } from "~/ui/values/time";
import type { MailTrouble } from "~/core/mail/mail.server";

type Trouble = MailTrouble | SerializeFrom<MailTrouble>;

/** Mails shown in full. During an outage there can be many above the record. */
const maxShownMails = 2;

/**
 * Lists mails about a record that could not be sent, with the reason and the next attempt. The first are visible, the
 * others folded.
 */
export function UnsentMails({ mails }: { mails: Trouble[] }) {
  if (mails.length === 0) return null;
  return (
    <Alert family={mails.some(({ again }) => again === null) ? "error" : "warning"} className="mb-5">
      <Listed mails={mails.slice(0, maxShownMails)} />
      {mails.length > maxShownMails && (
        <details className="mt-2">
          <summary className="link mb-2 w-fit">And {mails.length - maxShownMails} more</summary>
          <Listed mails={mails.slice(maxShownMails)} />
        </details>
      )}
    </Alert>
  );
}

const Listed = ({ mails }: { mails: Trouble[] }) => (
  <ul className="grid gap-2">
    {mails.map((mail) => (
      <li key={mail.id} className="wrap-anywhere">
        <UnsentMail {...mail} />
      </li>
    ))}
  </ul>
);

const UnsentMail = ({ about, recipient, tries, problem, again }: Trouble) => (
  <>
    <strong>{again ? "A mail is waiting to be sent" : "A mail could not be sent"}</strong> to <bdi>{recipient}</bdi> (
    <bdi>{about}</bdi>). {problem} It was tried {tries === 1 ? "once" : `${tries} times`}
    {again ? (
      <>
        , and is tried again at <Time value={again} clock />.
      </>
    ) : (
      " and is not tried again."
    )}
  </>
);
