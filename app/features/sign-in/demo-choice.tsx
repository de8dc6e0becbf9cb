import { Button } from "~/ui/button";
import { Divider } from "~/ui/divider";
import { OwnerField } from "~/ui/owned-form";
import type { DemoAccount } from "~/auth/identity/demo.server";

/** The demo accounts: a sign-in button per access level, and their credentials. Renders nothing if none works. */
export function DemoChoice({ accounts, action }: { accounts: DemoAccount[]; action: string }) {
  const [first] = accounts;
  if (!first) return null;
  return (
    <>
      <Divider>or look around as</Divider>
      <ul className="flex flex-wrap gap-2">
        {accounts.map(({ title, email, password }) => (
          <li key={email} className="flex-1">
            <form method="post" action={action}>
              <OwnerField />
              <input type="hidden" name="email" value={email} />
              <input type="hidden" name="password" value={password} />
              <Button variant="outline" className="w-full">
                {title}
              </Button>
            </form>
          </li>
        ))}
      </ul>
      <details className="mt-3 text-sm text-muted">
        <summary className="link reach w-fit">Their addresses and password</summary>
        <ul className="mt-2 grid gap-1">
          {accounts.map(({ email }) => (
            <li key={email}>
              <bdi className="code wrap-anywhere">{email}</bdi>
            </li>
          ))}
          <li>
            Password: <bdi className="code whitespace-nowrap">{first.password}</bdi>
          </li>
        </ul>
      </details>
    </>
  );
}
