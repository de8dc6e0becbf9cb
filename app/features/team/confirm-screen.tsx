import type { ReactNode } from "react";
import { ReauthenticationField } from "~/auth/reauthentication/reauthentication-field";
import type { ReauthenticationMethods } from "~/auth/reauthentication/reauthentication.server";
import type { FormState } from "~/core/form/form-state";
import { Alert } from "~/ui/alert";
import { Button, ButtonLink } from "~/ui/button";
import { Card, CardBody } from "~/ui/card";
import { ErrorSummary, FormButtons } from "~/ui/form/form";
import { PageTitle } from "~/ui/page-title";
import { Form } from "~/ui/owned-form";

interface Props {
  person: { id: number; name: string };
  title: string;
  /** Describes the consequences. */
  children: ReactNode;
  /** Label of the button. */
  act: string;
  /** Value that the button submits as `act`, if the page has several. */
  value?: string;
  /** Whether the action reverts something instead of removing it, for a less alarming style. */
  calm?: boolean;
  /** The access that was shown. */
  seen?: string;
  /** Authentication required for the action, asked on this page so that no second confirmation follows. */
  proof?: ReauthenticationMethods;
  form?: FormState;
}

const pageOf = ({ id }: Props["person"]) => `/team/people/${id}`;

function ActTitle({ person, title, act }: Pick<Props, "person" | "title" | "act">) {
  return (
    <PageTitle
      title={title}
      breadcrumb={[
        { href: "/team", title: "Team" },
        { href: pageOf(person), title: person.name },
      ]}
      here={act}
    />
  );
}

/** Explains why the action is not possible. */
export function CannotScreen({ person, title, act, why }: Pick<Props, "person" | "title" | "act"> & { why: string }) {
  return (
    <>
      <ActTitle person={person} title={title} act={act} />
      <Alert className="mb-4">{why}</Alert>
      <ButtonLink href={pageOf(person)} variant="outline">
        Back to {person.name}
      </ButtonLink>
    </>
  );
}

/** Asks to confirm an action on a user's access and describes its consequences. */
export function SureScreen({ person, title, children, act, value, calm, seen, proof, form }: Props) {
  return (
    <>
      <ActTitle person={person} title={title} act={act} />
      <ErrorSummary form={form} what="Nothing was changed." />
      <Card className="max-w-xl">
        <CardBody>
          <Form method="post" noValidate className="grid gap-4">
            {seen !== undefined && <input type="hidden" name="seen" value={seen} />}
            <div className="grid gap-2 text-muted">{children}</div>
            <ReauthenticationField proof={proof} form={form} />
            <FormButtons cancel={pageOf(person)}>
              <Button color={calm ? undefined : "error"} name={value && "act"} value={value}>
                {act}
              </Button>
            </FormButtons>
          </Form>
        </CardBody>
      </Card>
    </>
  );
}
