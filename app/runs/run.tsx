import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData, useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import { requireUser } from "~/auth/session.server";
import { redirectWithToast } from "~/lib/respond.server";
import { Card, CardBody } from "~/ui/card";
import { PageTitle } from "~/ui/page-title";
import { runOf } from "./runs.server";

/** How far something has come that goes on by itself; leads on when it has ended. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const me = await requireUser(request);
  const run = runOf(me.id, params.id ?? "");
  if (!run) throw await redirectWithToast("/activity", { text: "That is over, or it stopped when the server was started anew. What it changed until then is here, and can be taken back.", tone: "error" });
  const { id, title, done, total, back, end } = run;
  if (!end) return { id, title, done, total, back };
  const { to, ...toast } = end;
  throw toast.text ? await redirectWithToast(to, toast) : redirect(to);
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `${data?.title ?? "Working"} · Portico` }];

/** How often a page with scripts asks, in milliseconds. */
const askEvery = 1_000;

export default function RunPage() {
  const { title, done, total, back } = useLoaderData<typeof loader>();
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
            {done.toLocaleString("en-US")} of {total.toLocaleString("en-US")} rows, {part}%{done >= total && ". Finishing…"}
          </p>
          <p className="text-muted">
            It goes on if you leave this page. When it has ended, what it came to is said here and stands in the <a className="link" href="/activity">activity</a>. <a className="link" href={back}>Back to where you were</a>
          </p>
        </CardBody>
      </Card>
    </>
  );
}
