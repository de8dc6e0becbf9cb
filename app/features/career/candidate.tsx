import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { eq } from "drizzle-orm";
import { applications } from "db/schema";
import { requireUser } from "~/auth/session.server";
import { notFound } from "~/core/http/respond.server";
import { Card, CardBody } from "~/ui/card";
import { PageTitle } from "~/ui/page-title";
import { findCandidate, latestOf } from "./applications.server";
import { ContactFacts } from "./contact-facts";
import { breadcrumbOf } from "./pages";
import { ApplicationsCard } from "./parts/applications";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.candidate.name ?? "Candidate"} · Portico` },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireUser(request, "reports.view");
  const candidate = (await findCandidate(params.id)) ?? notFound("Candidate not found");
  return { candidate, applied: await latestOf(eq(applications.candidateId, candidate.id), 25) };
}

export default function Candidate() {
  const { candidate, applied } = useLoaderData<typeof loader>();
  return (
    <>
      <PageTitle
        title={<bdi>{candidate.name}</bdi>}
        breadcrumb={breadcrumbOf("Candidates")}
        summary={<bdi>{candidate.headline}</bdi>}
      />
      <div className="with-aside">
        <ApplicationsCard rows={applied} of="candidate" id={candidate.id} />
        <aside aria-label="Candidate details">
          <Card title="Contact">
            <CardBody>
              <ContactFacts candidate={candidate} />
            </CardBody>
          </Card>
        </aside>
      </div>
    </>
  );
}
