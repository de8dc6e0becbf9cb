import type { SerializeFrom } from "@remix-run/node";
import { Alert } from "~/ui/alert";
import { Time } from "~/ui/values/time";
import type { MailTrouble } from "~/core/mail/mail.server";

type Trouble = MailTrouble | SerializeFrom<MailTrouble>;

/** So many are told outright: while no mail goes out they are many, and the record stands beneath them. */
const mostTold = 2;

/**
 * Says over a record which mails about it could not be sent so far, why, and whether they are tried again. The first
 * stand open.
 */
export function UnsentMails({ mails }: { mails: Trouble[] }) {
  if (mails.length === 0) return null;
  return (
    <Alert family={mails.some(({ again }) => again === null) ? "error" : "warning"} className="mb-5">
      <Listed mails={mails.slice(0, mostTold)} />
      {mails.length > mostTold && (
        <details className="mt-2">
          <summary className="link mb-2 w-fit">And {mails.length - mostTold} more</summary>
          <Listed mails={mails.slice(mostTold)} />
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
