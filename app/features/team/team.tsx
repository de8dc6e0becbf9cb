import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useMay } from "~/core/access/may";
import { isSecondFactorRequired } from "~/auth/second-factor/requirement.server";
import { requireUser } from "~/auth/session.server";
import { listScreen } from "~/core/list/define-list.server";
import { Alert } from "~/ui/alert";
import { ListScreen } from "~/ui/list/screen/list-screen";
import { Tabs } from "~/ui/list/tabs";
import { canRemoveDemoLogins } from "./access/demo-logins.server";
import { peopleAt, teamTabs } from "./lists.server";
import { columnsOf, MemberMenu } from "./members";
import { membersOf } from "./team.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.tabs.find(({ current }) => current)?.title ?? "Team"} · Portico` },
];

/** The people of one of the lists: the address says which. */
export async function loader({ request }: LoaderFunctionArgs) {
  const me = await requireUser(request, "team.view");
  const { rows, view } = await listScreen(peopleAt(new URL(request.url).pathname), me, request);
  const isTeam = view.path === "/team";
  return {
    people: await membersOf(me, rows),
    view,
    tabs: await teamTabs(me, view.path),
    required: isTeam ? await isSecondFactorRequired() : undefined,
    hasDemoAccounts: isTeam && (await canRemoveDemoLogins(me)),
  };
}

const summaries: Record<string, string> = {
  "/team": "Who works here, and how far their access goes.",
  "/team/clients":
    "Who sees their own orders, invoices and tickets. Somebody who is neither here nor on the team cannot sign in, whatever their status.",
  "/team/waiting": "Who has a login, and no access yet.",
};

const empty: Record<string, { title: string; text: string }> = {
  "/team/clients": {
    title: "No clients yet",
    text: "Invite someone as a client, or choose that level for a user.",
  },
  "/team/waiting": {
    title: "Nobody is waiting",
    text: "People who register without an invitation wait here until someone chooses their access level.",
  },
};

export default function Team() {
  const { people, view, tabs, required, hasDemoAccounts } = useLoaderData<typeof loader>();
  const may = useMay();
  return (
    <ListScreen
      view={view}
      rows={people}
      summary={summaries[view.path]}
      searchHint="Search name or e-mail"
      rowLabel={(person) => person.name}
      columns={columnsOf(view.path)}
      rowMenu={(person) => <MemberMenu person={person} />}
      empty={empty[view.path]}
    >
      <Tabs label="Team" className="mb-5" tabs={tabs} />
      {hasDemoAccounts && <DemoAccountsNote />}
      {required !== undefined && (
        <p className="mb-5 text-sm text-muted">
          {required
            ? "Staff, admins and owners have to log in with a second factor."
            : "Staff, admins and owners choose for themselves whether to log in with a second factor."}{" "}
          {may("company") && (
            <a className="link" href="/team/second-factor">
              {required ? "Stop requiring it" : "Require it"}
            </a>
          )}
        </p>
      )}
    </ListScreen>
  );
}

function DemoAccountsNote() {
  return (
    <Alert family="warning" className="mb-5">
      <strong>Demo accounts can log in here.</strong> Everybody knows their password.{" "}
      <a className="link" href="/team/demo-accounts">
        Remove demo accounts
      </a>
    </Alert>
  );
}
