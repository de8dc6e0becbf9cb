import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { may } from "~/core/access/access.server";
import { requireUser } from "~/auth/session.server";
import { parseForm } from "~/core/form/form.server";
import { needsOf } from "~/features/notifications/events";
import { PreferencesForm, preferenceFields, preferencesFrom } from "~/features/notifications/preferences-form";
import { preferenceReadings } from "~/features/notifications/readable-preferences";
import { Conflict } from "~/ui/record/conflict";
import { saveEdit } from "~/core/pages/save.server";
import { userResource } from "~/features/users/users.server";
import { SettingsHead, settingsTitle } from "~/ui/settings-head";
import { Digest, Events, QuietHours } from "./notification-cards";
import { SettingsForm } from "~/ui/settings-form";

export const meta = settingsTitle("Notification");

export async function loader({ request }: LoaderFunctionArgs) {
  const me = await requireUser(request, "account");
  return { chosen: preferenceFields(me), email: me.email, revision: me.revision };
}

export async function action({ request }: ActionFunctionArgs) {
  const me = await requireUser(request, "account");
  const read = await parseForm(request, PreferencesForm);
  const form = read.ok
    ? {
        ...read,
        values: {
          notices: preferencesFrom(read.values, { stored: me.notices, offered: (name) => may(me, needsOf(name)) }),
        },
      }
    : read;
  return saveEdit(me, {
    of: userResource,
    before: me,
    form,
    fieldsOf: preferenceFields,
    to: "/settings/notification",
    text: "Your notification settings were saved",
  });
}

export { keepFormOnNetworkError as clientAction } from "~/core/form/network-error";
export { shouldRevalidate } from "~/core/pages/revalidate";

export default function Notification() {
  const { chosen, email, revision } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <>
      <SettingsHead title="Notification" lead="What you are told of, where, and when." />
      {result && "versions" in result ? (
        <Conflict name="What you are told of" versions={result.versions} readings={preferenceReadings} />
      ) : (
        <SettingsForm
          what="Your notification settings were not saved."
          save="Save settings"
          origin={{ name: "revision", value: result?.form.revision ?? revision }}
          form={result?.form}
        >
          <Events chosen={chosen} form={result?.form} email={email} />
          <Digest chosen={chosen} form={result?.form} />
          <QuietHours chosen={chosen} form={result?.form} />
        </SettingsForm>
      )}
    </>
  );
}
