import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { db } from "db";
import { ShownMail } from "~/auth/mail-alerts";
import { readMailed } from "~/auth/mailed.server";
import { useMay } from "~/auth/may";
import { isSecondStepDemanded } from "~/auth/second-factor/demand.server";
import { requireUser } from "~/auth/session.server";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { Empty } from "~/ui/empty";
import { PageTitle } from "~/ui/page-title";
import { pageRange, Pagination } from "~/ui/pagination";
import { Tabs } from "~/ui/tabs";
import { invitationWith, listInvitations, whyVoid } from "./invitations.server";
import { InvitationList } from "./invitation-list";
import { Members } from "./members";
import { countTeam, listTeam, listWaiting, size, type TeamList } from "./team.server";
import { WaitingList } from "./waiting-list";

export const meta: MetaFunction = () => [{ title: "Team · Portico" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const me = await requireUser(request, "team.view");
  const { searchParams } = new URL(request.url);
  const list: TeamList = searchParams.get("list") === "clients" ? "clients" : "team";
  const counts = await countTeam();
  const pages = Math.max(1, Math.ceil(counts[list] / size));
  const page = Math.min(pages, Math.max(1, Math.trunc(Number(searchParams.get("page"))) || 1));
  return { list, counts, page, pages, size, people: await listTeam(me, list, page), waiting: await listWaiting(), invitations: await listInvitations(), demanded: await isSecondStepDemanded(), shown: await shownLink(request) };
}

/** The link of the mail that this browser has just had sent, where pages show it, as long as it counts. */
async function shownLink(request: Request) {
  const mailed = await readMailed(request, "invitation");
  const code = mailed?.link && new URL(mailed.link).searchParams.get("oobCode");
  const invitation = code ? await invitationWith(code) : undefined;
  return invitation && !(await whyVoid(db, invitation)) ? { email: invitation.email, link: mailed?.link } : undefined;
}

export default function Team() {
  const { list, counts, page, pages, size, people, waiting, invitations, demanded, shown } = useLoaderData<typeof loader>();
  const may = useMay();
  return (
    <>
      <PageTitle
        title="Team"
        summary="Who can sign in, and how far their access goes."
        actions={
          may("team.invite") && (
            <ButtonLink href="/team/invite" icon="user-plus">
              Invite
            </ButtonLink>
          )
        }
      />
      {shown && <ShownMail link={shown.link}>The invitation of {shown.email}</ShownMail>}
      <div className="grid gap-5">
        {waiting.length > 0 && (
          <Card title="Waiting to be let in" sub="They have registered, and their address is verified.">
            <WaitingList people={waiting} />
          </Card>
        )}
        {invitations.length > 0 && (
          <Card title="Invitations" sub="Mailed, and not used yet.">
            <InvitationList invitations={invitations} />
          </Card>
        )}
        <Card
          title="Second step"
          sub={demanded ? "Demanded of staff, admins and owners: they log in with a code of an app too." : "Not demanded: staff, admins and owners choose for themselves."}
          aside={
            may("company") && (
              <ButtonLink href="/team/second-step" variant="outline" size="sm">
                {demanded ? "End the demand…" : "Demand it…"}
              </ButtonLink>
            )
          }
        />
        <Card title="People with access" sub="Somebody in the directory who is not here cannot sign in, whatever their status.">
          <Tabs
            label="People with access"
            className="px-5 max-sm:px-4"
            tabs={[
              { href: "/team", title: "Team", count: counts.team, current: list === "team" },
              { href: "/team?list=clients", title: "Clients", count: counts.clients, current: list === "clients" },
            ]}
          />
          {people.length > 0 ? <Members people={people} /> : <Empty title="Nobody has this access">Invite somebody, or choose a level for a person in the directory.</Empty>}
          {pages > 1 && (
            <Pagination page={page} pages={pages} href={(to) => `/team?list=${list}&page=${to}`}>
              {pageRange(page, size, counts[list])}
            </Pagination>
          )}
        </Card>
      </div>
    </>
  );
}
