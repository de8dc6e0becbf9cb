import type { FormState } from "~/core/form/form-state";
import { TextField } from "~/ui/form/fields";
import { ErrorSummary } from "~/ui/form/form";
import { AuthForm } from "../auth-form";
import { AuthPage } from "~/shell/auth-page";
import { DeadLink, noMailSent, ShownMail } from "~/auth/mails/mail-alerts";
import { NewPasswordField } from "~/auth/passwords/new-password-field";

interface View {
  action: string;
  loginHref: string;
  form?: FormState;
}

/** Asks where to mail the link; says why, when one has just been refused. */
export function AskForReset({ action, loginHref, form, email, refused }: View & { email?: string; refused?: string }) {
  const remembered = (
    <>
      Remembered it?{" "}
      <a className="link" href={loginHref}>
        Log in
      </a>
    </>
  );
  return (
    <AuthPage
      title="Forgot your password?"
      lead="We mail you a link that lets you choose a new one."
      after={remembered}
    >
      {form ? (
        <ErrorSummary form={form} what={refused ? "" : "No mail was sent."} />
      ) : (
        refused && <DeadLink>{refused}</DeadLink>
      )}
      <AuthForm action={action} send="Send the link" sending="Sending…">
        <TextField
          name="email"
          label="E-mail"
          type="email"
          autoComplete="username"
          maxLength={254}
          defaultValue={email}
          required
          form={form}
          autoFocus={!form && !refused}
        />
      </AuthForm>
    </AuthPage>
  );
}

/** Confirms the mail without revealing whether an account exists. */
export function ResetIsMailed({
  action,
  loginHref,
  email,
  link,
  isSent,
}: View & { email: string; link?: string; isSent: boolean }) {
  const logIn = (
    <a className="link" href={loginHref}>
      Go to log in
    </a>
  );
  return (
    <AuthPage
      title={isSent || link ? "Check your mail" : "No mail was sent"}
      lead={
        isSent
          ? `If ${email} has an account here, a link is on its way there. It works once, for one hour.`
          : noMailSent
      }
      after={logIn}
    >
      <ShownMail link={link}>Choose a new password</ShownMail>
      {isSent && (
        <p className="text-sm text-muted">
          Nothing there after a few minutes? Look among the junk, or{" "}
          <a className="link" href={action}>
            ask again
          </a>
          .
        </p>
      )}
    </AuthPage>
  );
}

/** Asks for the new password. */
export function ChooseNewPassword({ action, loginHref, form, email }: View & { email: string }) {
  const logIn = (
    <a className="link" href={loginHref}>
      Keep the old one
    </a>
  );
  return (
    <AuthPage
      title="Choose a new password"
      lead={`For ${email}. Every device that is logged in will be logged out.`}
      after={logIn}
    >
      <ErrorSummary form={form} what="The password was not changed." />
      <AuthForm action={action} send="Save the new password" sending="Saving…">
        <NewPasswordField label="New password" of={email} form={form} />
      </AuthForm>
    </AuthPage>
  );
}
