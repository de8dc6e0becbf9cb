import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { waitingAddress } from "~/features/sign-in/new-address.server";
import { requireUser } from "~/auth/session.server";
import { parseForm } from "~/core/form/form.server";
import { maxPictureBytes } from "~/core/form/form-state";
import { pick } from "~/core/values/pick";
import { ShortcutsCard } from "~/shell/palette/shortcuts-card";
import { Conflict } from "~/ui/record/conflict";
import { saveEdit } from "~/core/pages/save.server";
import { Badge } from "~/ui/values/badge";
import { Button, ButtonLink } from "~/ui/button";
import { Card, CardBody } from "~/ui/card";
import { ErrorSummary, RequiredNote, SaveBar } from "~/ui/form/form";
import { useWatch } from "~/ui/form/watch";
import { CountrySelect } from "~/features/users/parts/country-select";
import { PersonFields } from "~/features/users/parts/person-fields";
import { PictureField } from "~/features/users/parts/picture-field";
import { withPicture } from "~/core/files/picture-field.server";
import { hasJobTitle, profileFormOf, profileValues } from "~/features/users/rules.server";
import { userResource } from "~/features/users/users.server";
import { SettingsHead, settingsTitle } from "~/ui/settings-head";
import { Form } from "~/ui/owned-form";

export const meta = settingsTitle("Profile Info");

export async function loader({ request }: LoaderFunctionArgs) {
  const me = await requireUser(request, "account");
  const waiting = await waitingAddress(me);
  return {
    me: { ...profileValues(me), ...pick(me, "id", "email", "image", "revision") },
    hasJobTitle: hasJobTitle(me),
    waiting: waiting?.email,
  };
}

export async function action({ request }: ActionFunctionArgs) {
  const me = await requireUser(request, "account");
  const form = await withPicture(await parseForm(request, profileFormOf(me), maxPictureBytes), me);
  return saveEdit(me, {
    of: userResource,
    before: me,
    form,
    fieldsOf: profileValues,
    to: "/settings",
    text: "Your profile was saved",
  });
}

export { keepFormOnNetworkError as clientAction } from "~/core/form/network-error";
export { shouldRevalidate } from "~/core/pages/revalidate";

/** Id of the form, whose submit button is below the other cards. */
const formId = "profile";

export default function ProfileInfo() {
  const { me, hasJobTitle, waiting } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const form = result && "form" in result ? result.form : undefined;
  const revision = form?.revision ?? me.revision;
  const { watch, round, state } = useWatch(form, revision);
  const head = <SettingsHead title="Profile Info" lead="How others see you." />;
  if (result && "versions" in result) {
    return (
      <>
        {head}
        <Conflict name={me.name} versions={result.versions} />
      </>
    );
  }
  return (
    <>
      {head}
      <ErrorSummary form={form} what="Your profile was not saved." className="mb-0!" />
      <Form
        method="post"
        encType="multipart/form-data"
        id={formId}
        noValidate
        key={round}
        className="grid gap-5"
        {...watch}
      >
        <input type="hidden" name="revision" value={revision} />
        <Card heading="h3" title="Picture">
          <CardBody>
            <PictureField person={me} form={form} />
          </CardBody>
        </Card>
        <Card heading="h3" title="Details" aside={<RequiredNote />}>
          <CardBody className="grid gap-4 sm:grid-cols-2">
            <PersonFields
              person={me}
              form={form}
              own
              hasJobTitle={hasJobTitle}
              country={<CountrySelect country={me.country} form={form} />}
            />
          </CardBody>
        </Card>
      </Form>
      <Card heading="h3" title="E-mail address" sub="You log in with it, and your mails go there">
        <CardBody className="flex flex-wrap items-center justify-between gap-3">
          <p className="min-w-0 break-words">
            <bdi>{me.email}</bdi> {waiting && <Badge family="warning">Waiting for {waiting}</Badge>}
          </p>
          <ButtonLink href="/settings/email" variant="outline" size="sm">
            {waiting ? "See the change" : "Change e-mail address"}
          </ButtonLink>
        </CardBody>
      </Card>
      <ShortcutsCard />
      <SaveBar state={state}>
        <Button form={formId}>Save profile</Button>
      </SaveBar>
    </>
  );
}
