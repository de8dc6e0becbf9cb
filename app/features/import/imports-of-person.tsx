import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useMay } from "~/core/access/may";
import { requireUser } from "~/auth/session.server";
import { capital, formatNumber, howMany } from "~/core/values/noun";
import { Badge, type BadgeFamily } from "~/ui/values/badge";
import { ButtonLink } from "~/ui/button";
import { Empty } from "~/ui/empty";
import type { IconName } from "~/ui/icons/icon-names";
import { PageTitle } from "~/ui/page-title";
import { Time } from "~/ui/values/time";
import { maxOfOne } from "~/core/import/file/limits";
import { type OwnImport, ownImports, type Standing } from "~/core/import/imports-of-person.server";

/** Lists the user's own imports. */
export async function loader({ request }: LoaderFunctionArgs) {
  const me = await requireUser(request, "imports");
  return { files: await ownImports(me) };
}

export const meta: MetaFunction = () => [{ title: "Your imports · Portico" }];

export default function OwnImports() {
  const { files } = useLoaderData<typeof loader>();
  return (
    <>
      <PageTitle
        title="Your imports"
        summary={`Your latest ${maxOfOne} files are kept for a day, for you alone. What an import did stays, and is in the activity.`}
      />
      {files.length === 0 ? <NoFiles /> : <Files files={files} />}
    </>
  );
}

function NoFiles() {
  const may = useMay();
  const lists = [...(may("people.change") ? ["users"] : []), ...(may("sales.change") ? ["products", "orders"] : [])];
  return (
    <section className="card">
      <Empty
        title="No imports yet"
        actions={lists.map((list) => (
          <ButtonLink
            key={list}
            variant="outline"
            icon="upload"
            href={`/${list}/import`}
          >{`Import ${list}`}</ButtonLink>
        ))}
      >
        Bring in a CSV file, and see what it would do before anything is changed.
      </Empty>
    </section>
  );
}

const standingStyles: Record<Standing, { title: string; family?: BadgeFamily; icon: IconName }> = {
  running: { title: "Going on", family: "info", icon: "clock" },
  stopped: { title: "Partly imported", family: "error", icon: "circle-x" },
  reading: { title: "Being read", family: "info", icon: "clock" },
  unfinished: { title: "Not read to its end", family: "error", icon: "circle-x" },
  read: { title: "Not tried yet", icon: "clock" },
  tried: { title: "Tried, not imported", family: "warning", icon: "eye" },
  nothing: { title: "Nothing to import", family: "error", icon: "circle-x" },
  done: { title: "Imported", family: "success", icon: "circle-check" },
  partly: { title: "Partly undone", icon: "undo-2" },
  undone: { title: "Undone", icon: "undo-2" },
};

function Files({ files }: { files: OwnImport[] }) {
  return (
    <section className="card" aria-label="Files">
      <div className="scroll-x">
        <table className="table table-list" role="table">
          <caption className="sr-only">Your imports</caption>
          <thead role="rowgroup">
            <tr role="row">
              {["File", "Of", "Rows", "Read", "What it comes to", "State"].map((head) => (
                <th key={head} scope="col" role="columnheader" className={head === "Rows" ? "end" : undefined}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {files.map((file) => (
              <File key={file.id} file={file} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function File({ file: { name, href, noun, rows, standing, createdAt, ...rest } }: { file: OwnImport }) {
  const { title, family, icon } = standingStyles[standing];
  const list = capital(noun.many);
  const comesTo = inShort(standing, rest);
  return (
    <tr role="row">
      <td role="cell" className="c-first">
        <a className="primary-cell" href={href}>
          <bdi>{name}</bdi>
        </a>
        <p className="text-sm hidden text-muted @max-2xl:block">
          {[`${list}, ${howMany(rows, "row")}`, comesTo].filter(Boolean).join(": ")}
        </p>
      </td>
      <td role="cell" className="c-hide">
        {list}
      </td>
      <td role="cell" className="c-hide end num">
        {formatNumber(rows)}
      </td>
      <td role="cell" className="c-second num text-muted">
        <Time value={createdAt} clock />
      </td>
      <td role="cell" className="c-hide text-muted">
        {comesTo}
      </td>
      <td role="cell" className="c-end">
        <Badge family={family} icon={icon}>
          {title}
        </Badge>
      </td>
    </tr>
  );
}

/** Returns a summary such as "2 users created, 1 refused"; for a dry run, what would happen. */
function inShort(standing: Standing, { came, refused }: Pick<OwnImport, "came" | "refused">): string {
  const done = standing === "tried" && came ? `${came}, if you import it` : standing === "nothing" ? "" : came;
  return [done, refused > 0 && `${formatNumber(refused)} refused`].filter(Boolean).join("; ");
}
