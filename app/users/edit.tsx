import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, type ShouldRevalidateFunction, useActionData, useLoaderData } from "@remix-run/react";
import { requireUser } from "~/auth/session.server";
import { Conflict } from "~/journal/conflict";
import { History } from "~/journal/history";
import { history } from "~/journal/journal.server";
import { conflict, untouchedSince } from "~/journal/since.server";
import { parseForm, unsaved } from "~/lib/form.server";
import { largestPicture } from "~/lib/form-state";
import { notFound, redirectWithToast } from "~/lib/respond.server";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { PageTitle } from "~/ui/page-title";
import { StatusBadge } from "~/ui/status-badge";
import { Time } from "~/ui/time";
import { userAt } from "./one.server";
import { readPicture } from "./picture.server";
import { UserScreenForm } from "./user";
import { userFields } from "./user-fields";
import { UserForm } from "./user-form";
import { userFieldLabels } from "./user-labels";
import { restoreUsers, updateUser } from "./users.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `${data?.user.name ?? "User"} · Portico` }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireUser(request);
  const user = await userAt(params);
  return { user, history: await history("users", user.id) };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const me = await requireUser(request);
  const user = await userAt(params);
  const form = await parseForm(request, UserScreenForm, largestPicture);
  const { image, errors } = await readPicture(form);
  if (user.deletedAt && !form.fields.restore) {
    return unsaved(form, { ...errors, "": `${user.name} is in the trash now. Press “Restore and save” below to take them out of it.` }, 409);
  }
  if (!form.ok || errors.picture) return unsaved(form, errors);

  const back = user.deletedAt && (await restoreUsers(me, [user.id]));
  if (back && !back.ok) return unsaved(form, back.errors, back.status);
  const { removePicture: _, restore: __, ...values } = form.values;
  const save = (revision: number) => updateUser(me, user.id, { ...values, image }, revision);
  let saved = await save(form.revision);
  if (!saved.ok && saved.reason === "stale" && (await untouchedSince("users", form.revision, saved.theirs, userFields))) saved = await save(saved.theirs.revision);
  if (saved.ok) return redirectWithToast(`/users/${user.id}`, { text: `${saved.row.name} was saved`, undo: saved.change });
  if (saved.reason === "absent") notFound("User not found");
  if (saved.reason === "refused") return unsaved(form, saved.errors, saved.status);
  return conflict("users", { fields: userFields({ ...values, image }), revision: form.revision }, saved.theirs, userFields);
}

/** A refused save is no reason to read the page again, unless the record itself has moved on. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ actionStatus, defaultShouldRevalidate }) => actionStatus === 409 || defaultShouldRevalidate;

export default function EditUser() {
  const { user, history } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const past = <History entries={history} labels={userFieldLabels} more={`/activity?entity=users&record=${user.id}`} className="mt-5" />;
  return (
    <>
      <PageTitle
        title={user.name}
        breadcrumb={[{ href: "/users", title: "Users" }]}
        badge={<StatusBadge value={user.status} />}
        summary={<>In the directory since <Time value={user.createdAt} /></>}
        actions={!user.deletedAt && <TrashButton id={user.id} />}
      />
      {user.deletedAt && !result && <InTrash id={user.id} name={user.name} />}
      {user.deletedAt && !result ? (
        past
      ) : result && "versions" in result ? (
        <Conflict name={user.name} labels={userFieldLabels} versions={result.versions} />
      ) : (
        <UserForm user={user} form={result?.form}>
          {past}
        </UserForm>
      )}
    </>
  );
}

function TrashButton({ id }: { id: number }) {
  return (
    <Form method="post" action={`/users/${id}/trash`}>
      <Button variant="outline" color="error" icon="trash-2">
        Delete
      </Button>
    </Form>
  );
}

function InTrash({ id, name }: { id: number; name: string }) {
  return (
    <Alert family="warning">
      <Form method="post" action={`/users/${id}/restore`} className="flex flex-wrap items-center gap-3">
        <span>
          <strong>{name} is in the trash.</strong> They cannot sign in. After 30 days they are removed for good.
        </span>
        <Button size="sm" variant="outline" icon="undo-2">
          Restore
        </Button>
      </Form>
    </Alert>
  );
}
