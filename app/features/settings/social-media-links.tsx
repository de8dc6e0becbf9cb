import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireUser } from "~/auth/session.server";
import { parseForm } from "~/core/form/form.server";
import { Conflict } from "~/ui/record/conflict";
import { saveEdit } from "~/core/pages/save.server";
import { linkFields, LinksForm } from "~/features/users/profile/link-rules";
import { readLinks } from "~/features/users/profile/networks";
import { userResource } from "~/features/users/users.server";
import { SettingsHead, settingsTitle } from "~/ui/settings-head";
import { LinkRows } from "./link-rows";
import { SettingsForm } from "~/ui/settings-form";

export const meta = settingsTitle("Social Media Links");

export async function loader({ request }: LoaderFunctionArgs) {
  const { links, revision } = await requireUser(request, "account");
  return { links, revision };
}

export async function action({ request }: ActionFunctionArgs) {
  const me = await requireUser(request, "account");
  const form = await parseForm(request, LinksForm);
  return saveEdit(me, {
    of: userResource,
    before: me,
    form,
    fieldsOf: linkFields,
    to: "/settings/social-media-links",
    text: "Your links were saved",
  });
}

export { keepFormOnNetworkError as clientAction } from "~/core/form/network-error";
export { shouldRevalidate } from "~/core/pages/revalidate";

export default function SocialMediaLinks() {
  const { links, revision } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <>
      <SettingsHead
        title="Social Media Links"
        lead={
          <>
            Where else you are to be found. Colleagues see it on{" "}
            <a className="link" href="/users/profile">
              your profile
            </a>
            , in this order.
          </>
        }
      />
      {result && "versions" in result ? (
        <Conflict name="Your profile" versions={result.versions} readings={{ links: readLinks }} />
      ) : (
        <SettingsForm
          what="Your links were not saved."
          save="Save links"
          origin={{ name: "revision", value: result?.form.revision ?? revision }}
          form={result?.form}
        >
          <LinkRows links={links} form={result?.form} />
        </SettingsForm>
      )}
    </>
  );
}
