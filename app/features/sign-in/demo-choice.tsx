import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import type { DemoAccount } from "~/auth/identity/demo.server";

/**
 * What a sample can be tried with: a button for each level, which logs in, and what to type instead. Nothing where none
 * works any more.
 */
export function DemoChoice({ accounts, action }: { accounts: DemoAccount[]; action: string }) {
  const [first] = accounts;
  if (!first) return null;
  return (
    <Alert className="mt-5 text-sm">
      <strong>{accounts.length > 1 ? "Demo accounts." : "Demo account."}</strong> The password is{" "}
      <bdi className="code whitespace-nowrap">{first.password}</bdi>
      <ul className="mt-2 grid gap-2">
        {accounts.map(({ title, email, password }) => (
          <li key={email}>
            <form method="post" action={action} className="grid grid-cols-[5rem_minmax(0,1fr)] items-center gap-x-3">
              <input type="hidden" name="email" value={email} />
              <input type="hidden" name="password" value={password} />
              <Button variant="outline" size="sm">
                {title}
              </Button>
              <bdi className="code wrap-anywhere">{email}</bdi>
            </form>
          </li>
        ))}
      </ul>
    </Alert>
  );
}
