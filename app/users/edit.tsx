import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, type ShouldRevalidateFunction, useActionData, useLoaderData } from "@remix-run/react";
import { requireUser } from "~/auth/session.server";
import { Conflict } from "~/journal/conflict";
import { History } from "~/journal/history";
import { history } from "~/journal/journal.server";
import { saveEdit } from "~/journal/save.server";
import { parseForm } from "~/lib/form.server";
import { largestPicture } from "~/lib/form-state";
import { trashDays } from "~/lib/trash";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { PageTitle } from "~/ui/page-title";
import { StatusBadge } from "~/ui/status-badge";
import { Time } from "~/ui/time";
import { withPicture } from "./picture.server";
import { UserScreenForm } from "./user";
import { userFields } from "./user-fields";
import { UserForm } from "./user-form";
import { userFieldLabels } from "./user-labels";
import { userRecords, whoHasEmail } from "./users.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `${data?.user.name ?? "User"} · Portico` }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireUser(request);
  const user = await userRecords.at(params);
  return { user, taken: user.deletedAt ? await whoHasEmail(user) : undefined, history: await history(userRecords, user.id) };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const me = await requireUser(request);
  const before = await userRecords.at(params);
  const form = await withPicture(await parseForm(request, UserScreenForm, largestPicture));
  return saveEdit(me, { of: userRecords, before, form, fieldsOf: userFields });
}

export { keepForm as clientAction } from "~/lib/unreached";

/** A refused save is no reason to read the page again, unless the record itself has moved on. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ actionStatus = 200, defaultShouldRevalidate }) => (actionStatus < 400 || actionStatus === 409) && defaultShouldRevalidate;

export default function EditUser() {
  const { user, taken, history } = useLoaderData<typeof loader>();
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
      {user.deletedAt && !result && <InTrash user={user} taken={taken} />}
      {user.deletedAt && !result && (!taken || user.uid) ? (
        past
      ) : result && "versions" in result ? (
        <Conflict name={user.name} labels={userFieldLabels} versions={result.versions}>
          {user.deletedAt && <input type="hidden" name="restore" value="1" />}
        </Conflict>
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

interface InTrashProps {
  user: { id: number; uid: string | null; name: string; email: string };
  /** Who has their e-mail address now. */
  taken?: { id: number; name: string };
}

function InTrash({ user: { id, uid, name, email }, taken }: InTrashProps) {
  const inTrash = (
    <>
      <strong>{name} is in the trash.</strong> They cannot sign in. After {trashDays} days they are removed for good.
    </>
  );
  if (taken) {
    return (
      <Alert family="warning" className="mb-5">
        <p className="break-words">
          {inTrash} <bdi>{email}</bdi> belongs to{" "}
          <a className="link" href={`/users/${taken.id}`}>
            {taken.name}
          </a>{" "}
          now: {uid ? "change it there to restore them here." : "to restore them, type another address below."}
        </p>
      </Alert>
    );
  }
  return (
    <Alert family="warning">
      <Form method="post" action={`/users/${id}/restore`} className="flex flex-wrap items-center gap-3">
        <span>{inTrash}</span>
        <Button size="sm" variant="outline" icon="undo-2" className="sm:-my-1.5">
          Restore
        </Button>
      </Form>
    </Alert>
  );
}
