import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { db } from "db";
import { ShownMail } from "~/auth/mails/mail-alerts";
import { readMailed } from "~/auth/mails/mailed.server";
import { useMay } from "~/core/access/may";
import { requireUser } from "~/auth/session.server";
import { listScreen } from "~/core/list/define-list.server";
import { ListScreen } from "~/ui/list/screen/list-screen";
import { Tabs } from "~/ui/list/tabs";
import { invitationColumns } from "./invitation-columns";
import { invitationsShown, invitationWith, voidReason } from "./invitations.server";
import { invitationList, teamTabs } from "../lists.server";

export const meta: MetaFunction = () => [{ title: "Invitations · Portico" }];

/** The invitations that were neither used nor revoked. */
export async function loader({ request }: LoaderFunctionArgs) {
  const me = await requireUser(request, "team.view");
  const { rows, view } = await listScreen(invitationList, me, request);
  return {
    invitations: await invitationsShown(me, rows),
    view,
    tabs: await teamTabs(me, view.path),
    shown: await shownLink(request),
  };
}

/** The link of the mail that this browser has just had sent, where pages show it, as long as it counts. */
async function shownLink(request: Request) {
  const mailed = await readMailed(request, "invitation");
  const code = mailed?.link && new URL(mailed.link).searchParams.get("oobCode");
  const invitation = code ? await invitationWith(code) : undefined;
  return invitation && !(await voidReason(db, invitation))
    ? { email: invitation.email, link: mailed?.link }
    : undefined;
}

export default function Invitations() {
  const { invitations, view, tabs, shown } = useLoaderData<typeof loader>();
  const may = useMay();
  return (
    <ListScreen
      view={view}
      rows={invitations}
      summary="Who was mailed an invitation, and has not used it yet."
      searchHint="Search e-mail"
      rowLabel={({ email }) => email}
      columns={invitationColumns(may("team.invite"))}
      empty={{
        title: "No open invitations",
        text: "Invite someone by e-mail and choose their access level.",
      }}
    >
      {shown && <ShownMail link={shown.link}>The invitation of {shown.email}</ShownMail>}
      <Tabs label="Team" className="mb-5" tabs={tabs} />
    </ListScreen>
  );
}
