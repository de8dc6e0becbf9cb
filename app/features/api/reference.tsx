import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireUser } from "~/auth/session.server";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { PageTitle } from "~/ui/page-title";
import { Changes, Failures, Lists, SigningIn } from "./guide";
import { Operation, Shape } from "./operation";
import { commands, reference, type ReferenceSection } from "~/core/api/reference.server";

export const meta: MetaFunction = () => [{ title: "API · Portico" }];

/** The page `/api`: the API reference with example requests. */
export async function loader({ request }: LoaderFunctionArgs) {
  const me = await requireUser(request, "api");
  return { sections: reference(me), commands: commands(me) };
}

export default function Reference() {
  const { sections, commands } = useLoaderData<typeof loader>();
  return (
    <>
      <PageTitle
        title="API"
        summary="Read and change the same data as on the screens, as JSON."
        actions={
          <ButtonLink variant="outline" icon="download" href="/api/openapi.json" download="portico.openapi.json">
            OpenAPI
          </ButtonLink>
        }
      />
      <div className="grid grid-cols-1 gap-5 lg:grid-cols-[minmax(0,1fr)_12rem]">
        <Contents sections={sections} changes={Boolean(commands.change)} />
        <div className="grid grid-cols-1 content-start gap-5 max-sm:gap-3">
          <SigningIn commands={commands} />
          {sections.map((section) => (
            <Card key={section.id} id={section.id} title={section.title}>
              <div className="divide-y divide-border">
                <Shape section={section} />
                {section.operations.map((operation) => (
                  <Operation key={operation.id} operation={operation} />
                ))}
              </div>
            </Card>
          ))}
          <Lists />
          {commands.change && <Changes command={commands.change} />}
          <Failures />
        </div>
      </div>
    </>
  );
}

function Contents({ sections, changes }: { sections: ReferenceSection[]; changes: boolean }) {
  const links = [
    { id: "signing-in", title: "Signing in" },
    ...sections,
    { id: "lists", title: "Lists" },
    ...(changes ? [{ id: "changes", title: "Changes" }] : []),
    { id: "failures", title: "When something is wrong" },
  ];
  return (
    <nav aria-labelledby="contents" className="no-print self-start lg:sticky lg:top-20 lg:order-last">
      <h2 id="contents" className="mb-1 text-sm font-medium text-muted">
        On this page
      </h2>
      <ul className="flex flex-wrap gap-x-4 text-sm lg:grid">
        {links.map(({ id, title }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="reach inline-block py-1 text-muted underline-offset-2 hover:text-text hover:underline"
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
