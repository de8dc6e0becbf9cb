import type { ReactNode } from "react";
import { Alert } from "~/ui/alert";

/** In a sample whose mail goes nowhere: the link that the mail would have brought. Nothing where mail is sent. */
export function ShownMail({ link, children }: { link: string | undefined; children: ReactNode }) {
  if (!link) return null;
  return (
    <Alert className="mb-5 text-sm">
      <strong>This sample sends no mail.</strong> Here is the link that would be in it:{" "}
      <a className="link" href={link}>
        {children}
      </a>
    </Alert>
  );
}

/** Why the link of a mail leads nowhere. */
export function DeadLink({ children }: { children: ReactNode }) {
  return (
    <Alert family="warning" className="mb-5 text-sm">
      {children}
    </Alert>
  );
}
