import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { config } from "config";
import { formatNumber } from "~/core/values/noun";
import { changePassword } from "./change-password.server";
import { reauthenticationMethods } from "~/auth/reauthentication/reauthentication.server";
import { isSecondFactorOn } from "~/auth/second-factor/second-factor.server";
import { requireUser } from "~/auth/session.server";
import { SessionList } from "~/auth/sessions/session-list";
import { sessionsOf } from "~/auth/sessions/session-list.server";
import { SignInList } from "~/auth/sessions/sign-in-list";
import { listSignIns } from "~/auth/sessions/sign-ins.server";
import { listTokens } from "~/auth/tokens/api-tokens.server";
import { newFormKey, parseForm, rejectForm } from "~/core/form/form.server";
import { pick } from "~/core/values/pick";
import { redirectWithToast } from "~/core/http/respond.server";
import { Button } from "~/ui/button";
import { Card, CardBody, Facts } from "~/ui/card";
import { ErrorSummary } from "~/ui/form/form";
import { Icon } from "~/ui/icons/icon";
import { SettingsHead, settingsTitle } from "~/ui/settings-head";
import { secondFactorPage } from "~/auth/second-factor/page";
import { Email } from "~/ui/values/email";
import { Form } from "~/ui/owned-form";
import { PasswordCard } from "./security-password";
import { PasswordForm } from "./security-rules";
import { TokensCard } from "./security-tokens";

export const meta = settingsTitle("Security");

const path = "/settings/security";
/** Number of history entries shown on the page. */
const latest = 5;

export async function loader({ request }: LoaderFunctionArgs) {
  const me = await requireUser(request, "account");
  const now = Date.now();
  return {
    formKey: newFormKey(),
    email: me.email,
    ways: await reauthenticationMethods(me),
    project: config.firebase && pick(config.firebase, "projectId", "emulatorHost"),
    secondFactor: await isSecondFactorOn(me.id),
    sessions: await sessionsOf(request, me.id),
    history: await listSignIns(me.id, { size: latest }),
    tokens: (await listTokens(me.id)).map((token) => ({
      ...pick(token, "id", "name", "start", "areas", "access", "createdAt", "lastUsedAt", "expiresAt"),
      expired: token.expiresAt.getTime() <= now,
    })),
  };
}

/** Changes the password. */
export async function action({ request, context }: ActionFunctionArgs) {
  const me = await requireUser(request, "account");
  const form = await parseForm(request, PasswordForm);
  if (!form.ok) return rejectForm(form);
  const changed = await changePassword(request, me, form, context);
  if (!changed.ok) return changed.answer;
  return redirectWithToast(
    path,
    { text: "Your password is changed. Other browsers were logged out, and API tokens revoked." },
    changed.headers,
  );
}

export { keepFormOnNetworkError as clientAction } from "~/core/form/network-error";

export default function Security() {
  const { formKey, email, ways, sessions, history, tokens, ...facts } = useLoaderData<typeof loader>();
  const form = useActionData<typeof action>()?.form;
  return (
    <>
      <SettingsHead title="Security" lead="How you log in, where you are logged in, and what may act in your name." />
      <ErrorSummary form={form} what="The password was not changed." className="mb-0!" />
      {/* A changed password renews the session: the form then begins anew, and keeps nothing of what was typed. */}
      <PasswordCard
        key={sessions.find(({ here }) => here)?.id}
        ways={ways}
        email={email}
        formKey={formKey}
        form={form}
      />
      <Card heading="h3" title="How you log in">
        <CardBody>
          <Facts facts={loginFacts({ email, ways, ...facts })} />
        </CardBody>
      </Card>
      <Card heading="h3" title="Where you are logged in" aside={sessions.some(({ here }) => !here) && <LogOutOthers />}>
        <SessionList sessions={sessions} endAt={`${path}/sessions/end`} />
      </Card>
      <Card
        heading="h3"
        title="Sign-in history"
        sub="Kept for a year"
        aside={
          history.total > latest && (
            <a className="link reach text-sm" href={`${path}/sign-ins`}>
              All {formatNumber(history.total)}
            </a>
          )
        }
      >
        <SignInList rows={history.rows} />
      </Card>
      <TokensCard tokens={tokens} />
    </>
  );
}

function LogOutOthers() {
  return (
    <Form method="post" action={`${path}/sessions/end-others`} preventScrollReset>
      <Button size="sm" variant="outline">
        <Icon name="log-out" flip />
        Log out all others
      </Button>
    </Form>
  );
}

type Data = Awaited<ReturnType<typeof loader>>;

/** Returns the facts about the login: its provider and the ways to sign in. */
function loginFacts({ email, ways, project, secondFactor }: Pick<Data, "email" | "ways" | "project" | "secondFactor">) {
  const provider = project ? (
    <>
      Firebase Authentication, project <bdi className="code">{project.projectId}</bdi>
      {project.emulatorHost && " (emulator)"}
    </>
  ) : (
    "Portico’s own accounts"
  );
  const named = [ways.password && "Password", ways.google && "Google"].filter(Boolean).join(" or ");
  return [
    { term: "Identity provider", value: provider },
    { term: "E-mail", value: <Email address={email} /> },
    { term: "Logs in with", value: named || "–" },
    {
      term: "Second factor",
      value: (
        <a className="link" href={secondFactorPage}>
          {secondFactor ? "On" : "Off"}
        </a>
      ),
    },
  ];
}
