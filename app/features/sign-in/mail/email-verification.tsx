import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { User } from "db/schema";
import { parseForm, rejectForm } from "~/core/form/form.server";
import { mailsAccountLinks } from "~/core/http/mail-sentences.server";
import { redirectWithToast } from "~/core/http/respond.server";
import { TextField } from "~/ui/form/fields";
import { ErrorSummary } from "~/ui/form/form";
import { EmailForm, VerifyForm } from "../account-forms";
import { takeAttempt } from "~/auth/attempts.server";
import { AuthForm } from "../auth-form";
import { AuthPage, ownFrame, pageTitle } from "~/shell/auth-page";
import { completeSignIn, keepFrom, pathAfterSignIn } from "../enter.server";
import { ofNewPassword, refusal, refuseForm, refuseForNow, tryCode } from "~/auth/refusals.server";
import { identity } from "~/auth/identity/identity.server";
import type { Account } from "~/auth/identity/provider";
import { moveOf } from "~/features/sign-in/new-address.server";
import { nameInDirectory } from "~/features/sign-in/admit.server";
import { DeadLink, noMailSent, ShownMail } from "~/auth/mails/mail-alerts";
import { readMailed, rememberMailed } from "~/auth/mails/mailed.server";
import { IdentityError } from "~/auth/identity-errors";
import { NameField } from "../name-field";
import { NewPasswordField } from "~/auth/passwords/new-password-field";
import { requireGuestOrCode } from "~/auth/session.server";

export const handle = ownFrame;
export const meta = pageTitle("Verify your e-mail");

interface View {
  action: string;
  loginHref: string;
  /** The address that a mail went to. */
  email?: string;
  certain?: boolean;
  link?: string;
  /** Whether such mails are sent at all. */
  isSent?: boolean;
  /** The address whose owner must choose a name and password before it is verified. */
  choose?: string;
  /** Name in the directory, or else the name entered in this browser. */
  known?: string;
  name?: string;
  /** Why the link is invalid. */
  refused?: string;
  /** Why the person stays out although the address is verified now. */
  keptOut?: string;
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { code, me } = await requireGuestOrCode(request);
  // Mail scanners look at links with HEAD before people open them: that must not use the link up.
  if (code && request.method !== "HEAD") return followLink(request, code, me, context);
  return data(await view(request));
}

/** Verifies directly in the browser that registered; any other must first choose a name and a password. */
async function followLink(
  request: Request,
  code: string,
  me: User | undefined,
  context: LoaderFunctionArgs["context"],
) {
  try {
    const mailed = await readMailed(request, "verification");
    const done = await tryCode(code, context?.address ?? "", () =>
      identity().verify(code, { signUp: mailed?.signUp, move: moveOf(me) }),
    );
    if (done.account) return await signInAfterVerification(request, done, me, context);
    return data({
      ...(await view(request)),
      action: pathOf(request),
      choose: done.email,
      known: await nameInDirectory(done.email),
      name: mailed?.email === done.email ? mailed.name : undefined,
    });
  } catch (error) {
    const { code: why, message, status } = refusal(ofNewAddress(error), context?.requestId);
    if (why === "login-needed") return redirectWithToast(keepFrom("/login", pathOf(request)), { text: message });
    if (me) return redirectWithToast(pathAfterSignIn(request), { text: message, tone: "error" });
    return data({ ...(await view(request)), refused: message }, status);
  }
}

const pathOf = (request: Request) => new URL(request.url).pathname + new URL(request.url).search;

/** Maps the provider's error for an existing address to the one for a new address. */
const ofNewAddress = (error: unknown) =>
  error instanceof IdentityError && error.code === "email-already-exists"
    ? new IdentityError("address-taken", { cause: error })
    : error;

/** Signs in after verification, or explains why that is not possible. */
async function signInAfterVerification(
  request: Request,
  { account, isNewAddress }: { account: Account; isNewAddress?: boolean },
  me: User | undefined,
  context: LoaderFunctionArgs["context"],
) {
  if (isNewAddress && me?.uid === account.uid)
    return redirectWithToast("/settings", {
      text: `Your e-mail address is ${account.email} now. Log in with it from now on.`,
    });
  // A signed-in user asked for this link. Do not sign in its reader, who would then work in that user's name.
  if (isNewAddress && !me)
    return redirectWithToast(keepFrom("/login", pathAfterSignIn(request)), {
      text: `Your e-mail address is ${account.email} now. Log in with it.`,
    });
  // Someone's link must not change under which name a browser works on that is signed in already.
  if (me) return redirectWithToast(pathAfterSignIn(request), { text: `${account.email} is verified.` });
  try {
    return await completeSignIn(request, account, {
      way: "password",
      remember: false,
      address: context?.address ?? "",
      began: new Date(),
    });
  } catch (error) {
    return data({ ...(await view(request)), keptOut: refusal(error, context?.requestId).message });
  }
}

async function view(request: Request): Promise<View> {
  const mailed = await readMailed(request, "verification");
  const from = pathAfterSignIn(request);
  const { email, certain, link } = mailed ?? {};
  return {
    action: keepFrom("/email-verification", from),
    loginHref: keepFrom("/login", from),
    email,
    certain,
    link,
    isSent: mailsAccountLinks(),
  };
}

export async function action(args: ActionFunctionArgs) {
  const { code, me } = await requireGuestOrCode(args.request);
  return code ? choose(args, code, me) : ask(args);
}

export { keepFormOnNetworkError as clientAction } from "~/core/form/network-error";

async function choose({ request, context }: ActionFunctionArgs, code: string, me: User | undefined) {
  const form = await parseForm(request, VerifyForm);
  if (!form.ok) return rejectForm(form);
  try {
    const { name, password } = form.values;
    const done = await tryCode(code, context?.address ?? "", () =>
      identity().verify(code, { password, displayName: name, move: moveOf(me) }),
    );
    return done.account && (await signInAfterVerification(request, done, me, context));
  } catch (error) {
    return refuseForm(form, ofNewAddress(error), context?.requestId, ofNewPassword);
  }
}

async function ask({ request, context }: ActionFunctionArgs) {
  const form = await parseForm(request, EmailForm);
  if (!form.ok) return rejectForm(form);

  const { email } = form.values;
  const tries = await takeAttempt("verification", email, context?.address ?? "");
  if (!tries.ok) return refuseForNow(form, tries.wait);

  const from = pathAfterSignIn(request);
  try {
    const link = await identity().sendVerification(email, from);
    const before = await readMailed(request, "verification");
    const { signUp, name } = before?.email === email ? before : {};
    const headers = new Headers(await rememberMailed({ purpose: "verification", email, link, signUp, name }));
    return await redirectWithToast(
      keepFrom("/email-verification", from),
      { text: mailsAccountLinks() ? "A new mail is on its way." : link ? "This is a new link." : noMailSent },
      headers,
    );
  } catch (error) {
    return refuseForm(form, error, context?.requestId);
  }
}

export default function EmailVerification() {
  const {
    action: sendTo,
    loginHref,
    email,
    certain,
    link,
    isSent,
    choose,
    known,
    name,
    refused,
    keptOut,
  } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const form = result && "form" in result ? result.form : undefined;
  const reason = result && "keptOut" in result ? result.keptOut : keptOut;
  const logIn = (
    <a className="link" href={loginHref}>
      Go to log in
    </a>
  );
  if (reason) {
    return (
      <AuthPage title="Your e-mail is verified" after={logIn}>
        <p>{reason}</p>
      </AuthPage>
    );
  }
  if (choose) {
    return (
      <AuthPage
        title="Choose a password"
        lead={`It verifies ${choose} and logs you in. What was typed in another browser does not count.`}
      >
        <ErrorSummary form={form} what="" />
        <AuthForm action={sendTo} send="Save and log in" sending="Logging in…">
          <NameField known={known} typed={name} form={form} />
          <NewPasswordField label="Password" of={choose} form={form} />
        </AuthForm>
      </AuthPage>
    );
  }
  if (refused || !email) {
    return (
      <AuthPage
        title="Verify your e-mail"
        lead="We mail you a link that verifies your address and logs you in."
        after={logIn}
      >
        {form ? <ErrorSummary form={form} what="No mail was sent." /> : refused && <DeadLink>{refused}</DeadLink>}
        <AuthForm action={sendTo} send="Send the link" sending="Sending…">
          <TextField
            name="email"
            label="E-mail"
            type="email"
            autoComplete="username"
            maxLength={254}
            defaultValue={email}
            required
            form={form}
          />
        </AuthForm>
      </AuthPage>
    );
  }
  const here = link ? `Follow the link to verify ${email} and log in.` : isSent ? undefined : noMailSent;
  const sent = certain
    ? `We mailed a link to ${email}.`
    : `If ${email} still has to be verified, a link is on its way there.`;
  return (
    <AuthPage
      title={isSent || link ? "Check your mail" : "No mail was sent"}
      lead={here ?? `${sent} Open it to verify the address and log in; it works once, for one hour.`}
      after={logIn}
    >
      <ErrorSummary form={form} what="No mail was sent." />
      <ShownMail link={link}>Verify and log in</ShownMail>
      <AuthForm action={sendTo} send="Send it again" sending="Sending…" variant="outline">
        <input type="hidden" name="email" value={email} />
      </AuthForm>
    </AuthPage>
  );
}
