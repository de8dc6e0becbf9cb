import type { AccessLevel } from "db/lookups";
import type { User } from "db/schema";
import type { FormState } from "~/core/form/form-state";
import { capital } from "~/core/values/noun";
import { Alert } from "~/ui/alert";
import { Button, ButtonLink } from "~/ui/button";
import { Card, CardBody, Facts } from "~/ui/card";
import { ErrorSummary, FormButtons } from "~/ui/form/form";
import { useWatch } from "~/ui/form/watch";
import { PageTitle } from "~/ui/page-title";
import { StatusBadge } from "~/ui/values/status-badge";
import { Time } from "~/ui/values/time";
import { AccessFields } from "./access-fields";
import { accessTitle } from "~/core/access/levels";
import { Email } from "~/ui/values/email";
import { Form } from "~/ui/owned-form";

interface Props {
  person: Pick<User, "id" | "name" | "email" | "access" | "areas" | "status"> & {
    hasLogin: boolean;
    isMe: boolean;
    accessTakenAt: Date | string | null;
  };
  levels: AccessLevel[];
  /** Why the reader may change nothing here. */
  why?: string;
  /** Whether the user awaits approval. */
  lettingIn?: boolean;
  form?: FormState;
}

/** A user's access, and the form to change it. */
export function AccessScreen({ person, levels, why, lettingIn = false, form }: Props) {
  const has = person.access !== "none";
  const { watch, round, state } = useWatch(form, accessTitle(person));
  return (
    <>
      <PageTitle
        title={lettingIn ? `Approve ${person.name}` : `Access of ${person.name}`}
        breadcrumb={[{ href: "/team", title: "Team" }]}
        here={person.name}
        badge={<StatusBadge value={person.status} />}
        actions={
          <ButtonLink href={`/users/${person.id}`} variant="outline" icon="user">
            Person
          </ButtonLink>
        }
      />
      <ErrorSummary form={form} what="Nothing was changed." />
      {why && !form && <Alert className="mb-5">{why}</Alert>}
      <div className="with-aside">
        {!why && (
          <Card title={has && !lettingIn ? "Change access" : "Choose a level"}>
            <CardBody>
              <Form method="post" className="grid gap-5" key={round} {...watch}>
                <input type="hidden" name="seen" value={accessTitle(person)} />
                <AccessFields levels={levels} now={person} form={form} />
                <p className="text-sm text-muted">{consequenceOf(person)}</p>
                <FormButtons cancel="/team" state={state}>
                  <Button>{lettingIn ? "Approve" : "Save access"}</Button>
                </FormButtons>
              </Form>
            </CardBody>
          </Card>
        )}
        <Now person={person} mayTakeAway={has && !why && !lettingIn} />
      </div>
    </>
  );
}

function consequenceOf({ access, hasLogin, isMe }: Props["person"]) {
  if (access !== "none" && !hasLogin)
    return "They have no login yet. A mail tells them what changed and how to create an account with this address. Owners are notified of added rights.";
  if (access !== "none")
    return `${isMe ? "You are" : "They are"} logged out everywhere, API tokens are revoked, and a mail says what changed. Owners are notified of added rights.`;
  return hasLogin
    ? "A mail tells them that they can log in. Owners are notified."
    : "They have no login yet. A mail asks them to create an account with this address. Owners are notified.";
}

function Now({ person, mayTakeAway }: { person: Props["person"]; mayTakeAway: boolean }) {
  return (
    <Card title="Now">
      <CardBody>
        <Facts
          facts={[
            { term: "Access", value: capital(accessTitle(person)) },
            ...(person.accessTakenAt ? [{ term: "Taken away", value: <Time value={person.accessTakenAt} /> }] : []),
            { term: "E-mail", value: <Email address={person.email} /> },
            { term: "Login", value: person.hasLogin ? "Has one" : "None yet" },
          ]}
        />
        <p className="mt-4 text-sm text-muted">
          The status alone gives no access: active users can sign in, and do what their access level allows.
        </p>
        {mayTakeAway && (
          <div className="mt-4 flex flex-wrap gap-2">
            {person.hasLogin && (
              <ButtonLink href={`/team/people/${person.id}/end-sessions`} variant="outline" icon="log-out" flip>
                End sessions
              </ButtonLink>
            )}
            <ButtonLink href={`/team/people/${person.id}/take-away`} variant="outline" color="error" icon="user-x">
              Take access away
            </ButtonLink>
          </div>
        )}
      </CardBody>
    </Card>
  );
}
