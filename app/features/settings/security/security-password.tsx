import { NewPasswordField } from "~/auth/passwords/new-password-field";
import type { ReauthenticationMethods } from "~/auth/reauthentication/reauthentication.server";
import type { FormState } from "~/core/form/form-state";
import { Button } from "~/ui/button";
import { Card, CardBody } from "~/ui/card";
import { PasswordField } from "~/ui/form/password-field";
import { Form } from "~/ui/owned-form";
import { useNavigation } from "~/ui/navigation";

interface PasswordProps {
  ways: ReauthenticationMethods;
  email: string;
  formKey: string;
  form?: FormState;
}

/** Changes the password, for those who have one. */
export function PasswordCard({ ways, email, formKey, form }: PasswordProps) {
  const busy = useNavigation().formAction?.endsWith("/settings/security");
  return (
    <Card heading="h3" title="Password" sub="A new one logs out your other browsers and revokes your API tokens.">
      <CardBody>
        {ways.password ? (
          <Form method="post" noValidate preventScrollReset className="grid gap-4 sm:max-w-sm">
            <input type="hidden" name="key" value={form?.key ?? formKey} />
            <PasswordField
              form={form}
              name="currentPassword"
              label="Current password"
              autoComplete="current-password"
              maxLength={1000}
              required
            />
            <NewPasswordField form={form} label="New password" of={email} />
            <Button className="justify-self-start" busy={busy}>
              {busy ? "Changing…" : "Change password"}
            </Button>
          </Form>
        ) : (
          <p className="text-muted">
            {ways.google
              ? "You log in with Google and have no password here, so there is none to change. Google looks after that login."
              : "Your account has no password. To get one, log out and press “Forgot it?” where you log in."}
          </p>
        )}
      </CardBody>
    </Card>
  );
}
