import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { formatNumber } from "~/core/values/noun";
import { useMay } from "~/core/access/may";
import { guard } from "~/auth/session.server";
import { Button, ButtonLink } from "~/ui/button";
import { Empty } from "~/ui/empty";
import { PageTitle } from "~/ui/page-title";
import { Time } from "~/ui/values/time";
import { Form } from "~/ui/owned-form";
import { maxMisses } from "./limits";
import { misses } from "./tallies.server";
import { faqResource } from "./faqs.server";

export const meta: MetaFunction = () => [{ title: "Unanswered searches · Portico" }];

export async function loader({ request }: LoaderFunctionArgs) {
  await guard(request, faqResource, "view");
  return { searches: await misses() };
}

export default function Searches() {
  const { searches } = useLoaderData<typeof loader>();
  const mayChange = useMay()("support.change");
  return (
    <>
      <PageTitle
        title="Unanswered searches"
        summary={`What people looked for among the FAQs and did not find, at most the ${maxMisses} that were asked most.`}
        actions={
          <ButtonLink variant="outline" icon="arrow-left" flip href="/support/faqs/manage">
            Back to FAQs
          </ButtonLink>
        }
      />
      <section className="card" aria-label="Unanswered searches">
        {searches.length === 0 ? (
          <Empty title="Every search found an answer">
            Searches without an answer appear here, so that you can write one.
          </Empty>
        ) : (
          <ul className="divide-y divide-border">
            {searches.map(({ query, count, lastAt }) => (
              <li key={query} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3.5">
                <div className="min-w-0 flex-1 basis-60">
                  <bdi className="font-medium wrap-anywhere">{query}</bdi>
                  <p className="num text-sm text-muted">
                    {count === 1 ? "Once" : `${formatNumber(count)} times`}, last <Time value={lastAt} relative />
                  </p>
                </div>
                {mayChange && <Acts query={query} />}
              </li>
            ))}
          </ul>
        )}
      </section>
    </>
  );
}

/** The actions on a search: write an answer, or remove it from the list. */
function Acts({ query }: { query: string }) {
  return (
    <>
      <ButtonLink
        variant="outline"
        size="sm"
        icon="plus"
        href={`/support/faqs/manage/create?${new URLSearchParams({ question: query }).toString()}`}
        aria-label={`Write a FAQ for ${query}`}
      >
        Write a FAQ
      </ButtonLink>
      <Form method="post" action="/support/faqs/searches/remove">
        <Button variant="ghost" size="sm" name="query" value={query} aria-label={`Remove ${query}`}>
          Remove
        </Button>
      </Form>
    </>
  );
}
