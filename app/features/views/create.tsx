import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { guard } from "~/auth/session.server";
import { newFormKey, parseForm, rejectForm } from "~/core/form/form.server";
import { notFound } from "~/core/http/respond.server";
import { saveNew } from "~/core/pages/save.server";
import { Button } from "~/ui/button";
import { Card, CardBody } from "~/ui/card";
import { PageTitle } from "~/ui/page-title";
import { Form } from "~/ui/owned-form";
import { described } from "./describe-view.server";
import { canonical, hrefOf, listAt, listTitles } from "./lists.server";
import { NewViewForm } from "./rules.server";
import { ViewForm } from "./view-form";
import { ownViews, saveView, viewResource } from "./views.server";

const noList = "There is no list at this address, so no view of it can be saved.";

export const meta: MetaFunction = () => [{ title: "Save a view · Portico" }];

/** Shows the query of a list to save as a view; without a list, the lists to choose from. */
export async function loader({ request }: LoaderFunctionArgs) {
  const me = await guard(request, viewResource, "view");
  const { searchParams } = new URL(request.url);
  const path = searchParams.get("path");
  if (path === null) return { saving: undefined, lists: listTitles(me) };
  const shows = (await described(me, { path, search: searchParams.get("search") ?? "" })) ?? notFound(noList);
  const own = (await ownViews(me, path)).filter((view) => view.search !== shows.search);
  return { saving: { path, shows, own: own.map(({ id, name }) => ({ id, name })), formKey: newFormKey() }, lists: [] };
}

export async function action({ request }: ActionFunctionArgs) {
  const me = await guard(request, viewResource, "change");
  const form = await parseForm(request, NewViewForm);
  if (!form.ok) return rejectForm(form);
  const { path, search, pinned, ...named } = form.values;
  const list = listAt(me, path);
  if (!list) return rejectForm({ ...form, status: 400 }, { "": noList });
  const values = { ...named, path, search: canonical(list, search), pinned: pinned === "on", ownerId: me.id };
  return saveNew(me, {
    of: { ...viewResource, create: (_by, given: typeof values, key) => saveView(me, given, key) },
    form: { ...form, values },
    to: (view) => hrefOf(list, view.search),
  });
}

export { keepFormOnNetworkError as clientAction } from "~/core/form/network-error";

const trail = [{ href: "/views", title: "Views" }];

export default function CreateView() {
  const { saving, lists } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  if (!saving) return <ChooseList lists={lists} />;
  const { path, shows, own, formKey } = saving;
  return (
    <>
      <PageTitle
        title="Save this view"
        breadcrumb={trail}
        summary="A list as you narrowed and sorted it, under a name. It shows what matches whenever it is opened."
      />
      <ViewForm shows={shows} of={{ path, search: shows.search }} form={result?.form} formKey={formKey}>
        {own.length > 0 && <Instead own={own} search={shows.search} />}
      </ViewForm>
    </>
  );
}

/** The user's other views of the list, to replace one with the current query. */
function Instead({ own, search }: { own: { id: number; name: string }[]; search: string }) {
  return (
    <Card
      title="Or change one that you have"
      sub="It keeps its name and its place in menus, and shows this from now on."
      className="mt-5"
    >
      <ul className="divide-y divide-border">
        {own.map(({ id, name }) => (
          <li key={id} className="flex items-center justify-between gap-3 px-5 py-3">
            <bdi className="min-w-0 truncate">{name}</bdi>
            <Form method="post" action={`/views/${id}/replace`}>
              <input type="hidden" name="search" value={search} />
              <Button size="sm" variant="outline" aria-label={`Update “${name}” to this`}>
                Update to this
              </Button>
            </Form>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function ChooseList({ lists }: { lists: { value: string; title: string }[] }) {
  return (
    <>
      <PageTitle
        title="Save a view"
        breadcrumb={trail}
        summary="Open a list, narrow and sort it, and choose Views, Save this view."
      />
      <Card title="Lists">
        <CardBody>
          <ul className="grid gap-x-6 gap-y-2 sm:grid-cols-3">
            {lists.map(({ value, title }) => (
              <li key={value}>
                <a className="link" href={value}>
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </CardBody>
      </Card>
    </>
  );
}
