import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireUser } from "~/auth/session.server";
import { capital } from "~/lib/noun";
import { Badge, type BadgeFamily } from "~/ui/badge";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { Empty } from "~/ui/empty";
import type { IconName } from "~/ui/icon-names";
import { PageTitle } from "~/ui/page-title";
import { Table } from "~/ui/table";
import { Time } from "~/ui/time";
import { inWords } from "./csv";
import { mostOfOne } from "./limits";
import { type OwnImport, ownImports, type Standing } from "./own-imports.server";

/** The files that who asks brought in, and nobody else's. */
export async function loader({ request }: LoaderFunctionArgs) {
  const me = await requireUser(request);
  return { files: await ownImports(me) };
}

export const meta: MetaFunction = () => [{ title: "Your imports · Portico" }];

export default function OwnImports() {
  const { files } = useLoaderData<typeof loader>();
  return (
    <>
      <PageTitle title="Your imports" summary={`Your latest ${mostOfOne} files are kept for a day, for you alone. What an import did stays, and is in the activity.`} />
      {files.length === 0 ? <NoFiles /> : <Files files={files} />}
    </>
  );
}

function NoFiles() {
  const lists = ["users", "products", "orders"];
  return (
    <section className="card">
      <Empty title="No imports yet" actions={lists.map((list) => <ButtonLink key={list} variant="outline" icon="upload" href={`/${list}/import`}>{`Import ${list}`}</ButtonLink>)}>
        Bring in a CSV file, and see what it would do before anything is changed.
      </Empty>
    </section>
  );
}

const looks: Record<Standing, { title: string; family?: BadgeFamily; icon: IconName }> = {
  running: { title: "Going on", family: "info", icon: "clock" },
  read: { title: "Not tried yet", icon: "clock" },
  tried: { title: "Tried, not imported", family: "warning", icon: "eye" },
  nothing: { title: "Nothing to import", family: "error", icon: "circle-x" },
  done: { title: "Imported", family: "success", icon: "circle-check" },
  partly: { title: "Partly undone", icon: "undo-2" },
  undone: { title: "Undone", icon: "undo-2" },
};

function Files({ files }: { files: OwnImport[] }) {
  return (
    <Card title="Files">
      <Table label="Your imports" compact>
        <thead>
          <tr>
            <th scope="col">File</th>
            <th scope="col">Of</th>
            <th scope="col" className="end">Rows</th>
            <th scope="col">State</th>
            <th scope="col">What it comes to</th>
            <th scope="col">Read</th>
          </tr>
        </thead>
        <tbody>
          {files.map(({ id, name, href, noun, rows, standing, came, refused, createdAt }) => (
            <tr key={id}>
              <td>
                <a className="primary-cell" href={href}>
                  <bdi className="wrap-anywhere">{name}</bdi>
                </a>
              </td>
              <td>{capital(noun.many)}</td>
              <td className="end num">{inWords(rows)}</td>
              <td className="whitespace-nowrap">
                <Badge family={looks[standing].family} icon={looks[standing].icon}>
                  {looks[standing].title}
                </Badge>
              </td>
              <td className="text-muted">{[came, refused > 0 && `${inWords(refused)} refused`].filter(Boolean).join(", ")}</td>
              <td className="num whitespace-nowrap text-muted">
                <Time value={createdAt} clock />
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Card>
  );
}
