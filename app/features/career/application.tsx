import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { StageEvent } from "db/schema";
import { requireUser } from "~/auth/session.server";
import { notFound } from "~/core/http/respond.server";
import { Card, CardBody, Facts } from "~/ui/card";
import { Entries, Entry } from "~/ui/list/entries";
import { PageTitle } from "~/ui/page-title";
import { StatusBadge, statusIcon } from "~/ui/values/status-badge";
import { Time } from "~/ui/values/time";
import { Happened, Timeline } from "~/ui/timeline";
import { eventsOf, findApplication, findCandidate } from "./applications.server";
import { ContactFacts } from "./contact-facts";
import { interviewsOf } from "./interviews.server";
import { breadcrumbOf } from "./pages";
import { InStage } from "./parts/applications";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? `Application of ${data.application.candidateName}` : "Application"} · Portico` },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireUser(request, "reports.view");
  const application = (await findApplication(params.id)) ?? notFound("Application not found");
  return {
    application,
    candidate: await findCandidate(application.candidateId),
    events: await eventsOf(application.id),
    talks: await interviewsOf(application.id),
  };
}

export default function Application() {
  const { application, candidate, events, talks } = useLoaderData<typeof loader>();
  return (
    <>
      <PageTitle
        title={<bdi>{application.candidateName}</bdi>}
        breadcrumb={breadcrumbOf("Applications")}
        badge={<StatusBadge value={application.stage} />}
        summary={
          <>
            Applied for{" "}
            <a className="link" href={`/career/jobs/${application.jobId}`}>
              <bdi>{application.jobTitle}</bdi>
            </a>{" "}
            on <Time value={application.appliedAt} clock />
          </>
        }
      />
      <div className="with-aside">
        <div className="grid gap-5">
          <Card title="Timeline">
            <Timeline>
              {events.map((event, index) => (
                <Step key={event.id} event={event} latest={index === 0} last={index === events.length - 1} />
              ))}
            </Timeline>
          </Card>
          <Card title="Interviews">
            {talks.length === 0 ? <p className="p-5 text-sm text-muted">None so far.</p> : <Interviews talks={talks} />}
          </Card>
        </div>
        <aside className="grid gap-5" aria-label="Application details">
          <Card title="Application">
            <CardBody>
              <Facts
                facts={[
                  { term: "Source", value: application.source },
                  { term: "In this stage since", value: <Time value={application.stageAt} /> },
                  ...(application.isOver ? [] : [{ term: "For", value: <InStage {...application} /> }]),
                ]}
              />
            </CardBody>
          </Card>
          {candidate && (
            <Card
              title="Candidate"
              sub={<bdi>{candidate.headline}</bdi>}
              aside={
                <a className="link reach text-sm" href={`/career/candidates/${candidate.id}`}>
                  Open
                </a>
              }
            >
              <CardBody>
                <ContactFacts candidate={candidate} />
              </CardBody>
            </Card>
          )}
        </aside>
      </div>
    </>
  );
}

function Step({ event, latest, last }: { event: StageEvent; latest: boolean; last: boolean }) {
  return (
    <Happened
      icon={statusIcon(event.stage) ?? "circle-dot"}
      title={event.stage}
      at={event.at}
      latest={latest}
      last={last}
    >
      <p className="text-sm wrap-anywhere text-muted">
        {event.note && <>{event.note} · </>}
        <bdi>{event.byName}</bdi>
      </p>
    </Happened>
  );
}

function Interviews({ talks }: { talks: Awaited<ReturnType<typeof interviewsOf>> }) {
  return (
    <Entries>
      {talks.map((talk) => (
        <Entry
          key={talk.id}
          icon={talk.kind === "Phone" ? "phone" : talk.kind === "Video" ? "monitor" : "map-pin"}
          title={`${talk.kind}, ${talk.minutes} minutes`}
        >
          <p>
            <Time value={talk.startsAt} clock /> · <bdi>{talk.interviewerName}</bdi>
          </p>
          <p>{talk.outcome ?? "Not held yet, or no notes."}</p>
        </Entry>
      ))}
    </Entries>
  );
}
