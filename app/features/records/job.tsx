import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData, useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import { formatNumber } from "~/core/values/noun";
import { requireUser } from "~/auth/session.server";
import { pick } from "~/core/values/pick";
import { notFound, redirectWithToast } from "~/core/http/respond.server";
import { Alert } from "~/ui/alert";
import { Button, ButtonLink } from "~/ui/button";
import { Card, CardBody } from "~/ui/card";
import { PageTitle } from "~/ui/page-title";
import { Time } from "~/ui/values/time";
import { Form } from "~/ui/owned-form";
import { endToday, jobRecordOf } from "~/core/jobs/job-records.server";
import { jobOf } from "~/core/jobs/jobs.server";

/** Shows the progress of a background job and redirects when it ends; later, also after a restart, shows the result. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const me = await requireUser(request, "account");
  const id = params.id ?? "";
  const running = jobOf(me.id, id);
  if (running?.end) {
    const { to, unfinished: _, ...toast } = await endToday(running.end);
    throw toast.text ? await redirectWithToast(to, toast) : redirect(to);
  }
  const job =
    running ??
    (await jobRecordOf(me.id, id)) ??
    notFound("There is no such job. What became of one is known for a month.");
  const { endedAt } = job;
  const end = job.end && (await endToday(job.end));
  return {
    ...pick(job, "id", "title", "done", "total", "back"),
    changes: Boolean(job.batch),
    ended:
      end && endedAt
        ? { ...pick(end, "text", "to", "undo", "redo", "links"), failed: end.tone === "error", at: new Date(endedAt) }
        : undefined,
  };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `${data?.title ?? "Working"} · Portico` }];

/** Polling interval, in milliseconds. */
const askEvery = 1_000;

export default function JobPage() {
  return useLoaderData<typeof loader>().ended ? <Ended /> : <GoingOn />;
}

function GoingOn() {
  const { title, done, total, back, changes } = useLoaderData<typeof loader>();
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (state !== "idle") return;
    const later = setTimeout(revalidate, askEvery);
    return () => clearTimeout(later);
  }, [state, revalidate]);

  const part = total > 0 ? Math.floor((100 * Math.min(done, total)) / total) : 0;
  return (
    <>
      <noscript>
        <meta httpEquiv="refresh" content="3" />
      </noscript>
      <PageTitle title={title} />
      <Card>
        <CardBody className="grid gap-3">
          <progress className="advance" max={100} value={part} aria-label={title} />
          <p role="status" className="num">
            {formatNumber(done)} of {formatNumber(total)} rows, {part}%{done >= total && ". Finishing…"}
          </p>
          <p className="text-muted">
            {changes && "Until it has ended, lists show what is done so far. "}
            It goes on if you leave this page. When it has ended, what it came to is said here and stands in the{" "}
            <a className="link" href="/activity">
              activity
            </a>
            .{" "}
            <a className="link" href={back}>
              Back to where you were
            </a>
          </p>
        </CardBody>
      </Card>
    </>
  );
}

/** The result of a finished job. */
function Ended() {
  const { title, ended } = useLoaderData<typeof loader>();
  if (!ended) return null;
  const { text, to, undo, redo, links = [], failed, at } = ended;
  return (
    <>
      <PageTitle title={title} />
      <Alert family={failed ? "warning" : "success"}>
        <p>
          <strong>{text || "It has ended."}</strong> <Time value={at} clock />
        </p>
        <div className="no-print mt-3 flex flex-wrap gap-2">
          <ButtonLink variant="outline" href={to}>
            Go on
          </ButtonLink>
          {links.map(({ href, title }) => (
            <ButtonLink key={href} variant="outline" href={href}>
              {title}
            </ButtonLink>
          ))}
          {undo && (
            <Form method="post" action="/undo">
              <input type="hidden" name="batch" value={undo} />
              <input type="hidden" name="back" value={to} />
              <Button variant="outline" icon="undo-2">
                {redo ? "Redo" : "Undo"}
              </Button>
            </Form>
          )}
        </div>
      </Alert>
    </>
  );
}
