import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { countries } from "db/countries";
import { useMay } from "~/core/access/may";
import { guard } from "~/auth/session.server";
import { newFormKey, parseForm } from "~/core/form/form.server";
import { maxPictureBytes } from "~/core/form/form-state";
import { saveNew } from "~/core/pages/save.server";
import { PageTitle } from "~/ui/page-title";
import { withPicture } from "~/core/files/picture-field.server";
import { UserScreenForm } from "./rules.server";
import { UserForm } from "./user-form";
import { userResource } from "./users.server";

export const meta: MetaFunction = () => [{ title: "Create user · Portico" }];

export async function loader({ request }: LoaderFunctionArgs) {
  await guard(request, userResource, "change");
  return { formKey: newFormKey(), countries };
}

export async function action({ request }: ActionFunctionArgs) {
  const me = await guard(request, userResource, "change");
  const form = await withPicture(await parseForm(request, UserScreenForm, maxPictureBytes), me);
  return saveNew(me, { of: userResource, form });
}

export { keepFormOnNetworkError as clientAction } from "~/core/form/network-error";

export default function CreateUser() {
  const { formKey, countries } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const may = useMay();
  return (
    <>
      <PageTitle
        title="Create user"
        breadcrumb={[{ href: "/users", title: "Users" }]}
        summary={
          <>
            Adds somebody to the directory. Whether they may log in, and to what, is set on the{" "}
            {may("team.view") ? (
              <a href="/team" className="link">
                team page
              </a>
            ) : (
              "team page"
            )}
            .
          </>
        }
      />
      <UserForm countries={countries} form={result?.form} formKey={formKey} />
    </>
  );
}
