import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { eq } from "drizzle-orm";
import { applications } from "db/schema";
import { useMay } from "~/core/access/may";
import { requireUser } from "~/auth/session.server";
import { notFound } from "~/core/http/respond.server";
import { Card, CardBody, Facts } from "~/ui/card";
import { PageTitle } from "~/ui/page-title";
import { StatusBadge } from "~/ui/values/status-badge";
import { Time } from "~/ui/values/time";
import { latestOf } from "./applications.server";
import { findJob, stagesOf } from "./jobs.server";
import { breadcrumbOf } from "./pages";
import { ApplicationsCard } from "./parts/applications";

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `${data?.job.title ?? "Job"} · Portico` }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireUser(request, "reports.view");
  const job = (await findJob(params.id)) ?? notFound("Job not found");
  return { job, stages: await stagesOf(job.id), applied: await latestOf(eq(applications.jobId, job.id), 25) };
}

export default function Job() {
  const { job, stages, applied } = useLoaderData<typeof loader>();
  return (
    <>
      <PageTitle
        title={<bdi>{job.title}</bdi>}
        breadcrumb={breadcrumbOf("Jobs")}
        badge={<StatusBadge value={job.closedAt ? "Closed" : "Open"} />}
        summary={`${job.department} · ${job.location} · ${job.employment}`}
      />
      <div className="with-aside">
        <div className="grid gap-5">
          <ApplicationsCard rows={applied} of="job" id={job.id} />
          {job.description && (
            <Card title="Description">
              <CardBody className="whitespace-pre-line">{job.description}</CardBody>
            </Card>
          )}
        </div>
        <aside className="grid gap-5" aria-label="Job details">
          <Card title="Details">
            <CardBody>
              <Facts
                facts={[
                  { term: "Hiring manager", value: <Manager id={job.managerId} name={job.managerName} /> },
                  { term: "People wanted", value: job.seats },
                  { term: "Opened", value: <Time value={job.openedAt} /> },
                  ...(job.closedAt ? [{ term: "Closed", value: <Time value={job.closedAt} /> }] : []),
                ]}
              />
            </CardBody>
          </Card>
          {stages.length > 0 && (
            <Card title="By stage">
              <CardBody>
                <Facts
                  facts={stages.map(({ stage, applied }) => ({
                    term: stage,
                    value: (
                      <a
                        className="link num"
                        href={`/career/applications?${new URLSearchParams({ job: String(job.id), stage }).toString()}`}
                        aria-label={`${applied} ${stage}`}
                      >
                        {applied}
                      </a>
                    ),
                  }))}
                />
              </CardBody>
            </Card>
          )}
        </aside>
      </div>
    </>
  );
}

function Manager({ id, name }: { id: number | null; name: string }) {
  const mayOpen = useMay()("people.view");
  if (id === null || !mayOpen) return <bdi>{name}</bdi>;
  return (
    <a className="link" href={`/users/${id}`}>
      <bdi>{name}</bdi>
    </a>
  );
}
