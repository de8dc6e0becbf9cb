import type { UnsentFormProps } from "~/core/pages/unsent.server";
import { Button } from "~/ui/button";

/** Sends a rejected form again, after its writer has logged in in another tab. */
export function UnsentForm({ writer, login, to, fields }: UnsentFormProps) {
  return (
    <form method="post" action={to} className="mx-auto w-full max-w-xl pb-10">
      {fields.map(([name, value], index) => (
        <input key={index} type="hidden" name={name} value={value} />
      ))}
      <p className="mb-4 text-muted">
        <a className="link" href={login} target="_blank">
          Log in again as <bdi>{writer}</bdi> in a new tab
        </a>
        , then send it again here.
      </p>
      <Button>Send it again</Button>
    </form>
  );
}
