import type { ReactNode } from "react";
import { Alert } from "~/ui/alert";

/** Shows the link of a mail in a sample that sends none; renders nothing where mail is sent. */
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

/** The sentence for visitors in place of one about their mail. */
export const noMailSent = "No mail server is set up here, so links cannot be mailed. Ask whoever runs this site.";

/** Explains why a mailed link does not work. */
export function DeadLink({ children }: { children: ReactNode }) {
  return (
    <Alert family="warning" className="mb-5 text-sm">
      {children}
    </Alert>
  );
}
