import type { ReactNode } from "react";
import { Badge, type BadgeFamily } from "~/ui/badge";
import { CodeBlock } from "~/ui/code-block";
import { Icon } from "~/ui/icon";
import { Table } from "~/ui/table";
import type { Field, ReferenceOperation, ReferenceSection } from "./reference.server";

const families: Record<ReferenceOperation["method"], BadgeFamily> = { GET: "info", POST: "success", PUT: "warning", PATCH: "warning", DELETE: "error" };

/** One method of one address: a row that opens on what it takes and answers. */
export function Operation({ operation }: { operation: ReferenceOperation }) {
  const { id, method, path, summary, about, parameters, body, examples, failures } = operation;
  return (
    <Fold id={id} head={<><Badge family={families[method]} className="code w-16 justify-center">{method}</Badge><span className="code">{path}</span></>} sub={summary}>
      {about && <p>{about}</p>}
      {parameters.length > 0 && <Fields title="Parameters" of={`${method} ${path}`} fields={parameters} />}
      {body && <Fields title="Body" of={`${method} ${path}`} fields={body} />}
      {examples.map(({ title, request, answer }) => (
        <div key={title} className="grid grid-cols-1 gap-4 xl:grid-cols-2">
          <CodeBlock label={title} code={request} />
          <CodeBlock label="Answer" code={answer} />
        </div>
      ))}
      <p className="text-sm text-muted">
        May also answer{" "}
        <a className="link num" href="#failures">
          {failures.slice(0, -1).join(", ")} or {failures.at(-1)}
        </a>
        .
      </p>
    </Fold>
  );
}

/** What a record of the section looks like in every answer. */
export function Shape({ section: { id, shape } }: { section: ReferenceSection }) {
  return (
    <Fold id={`${id}-shape`} head={shape.name} sub="What is answered of each">
      <Fields title="Fields" of={shape.name} fields={shape.fields} />
      <CodeBlock label="Example" code={shape.example} />
    </Fold>
  );
}

/** A row that opens. Links to `#id` open it too: browsers open what holds their target. */
function Fold({ id, head, sub, children }: { id: string; head: ReactNode; sub: string; children: ReactNode }) {
  return (
    <details className="fold group">
      <summary className="flex items-center gap-3 px-5 py-3 hover:bg-hover max-sm:px-4">
        <h3 className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1 font-medium">
          {head}
          <span className="text-sm font-normal text-muted">{sub}</span>
        </h3>
        <Icon name="chevron-right" className="text-subtle group-open:rotate-90 rtl:rotate-180 rtl:group-open:rotate-90 print:hidden" />
      </summary>
      <div id={id} className="grid grid-cols-1 gap-5 px-5 pt-2 pb-6 max-sm:px-4">
        {children}
      </div>
    </details>
  );
}

function Fields({ title, of, fields }: { title: string; of: string; fields: Field[] }) {
  return (
    <div className="-mx-5 border-y border-border max-sm:-mx-4">
      <Table label={`${title} of ${of}`} compact>
        <thead>
          <tr>
            <th scope="col" className="w-36">{title}</th>
            <th scope="col" className="w-56">Type</th>
            <th scope="col">What it is</th>
          </tr>
        </thead>
        <tbody>
          {fields.map(({ name, type, values, needed, about }) => (
            <tr key={name} className="*:align-top">
              <td>
                <span className="code font-medium">{name}</span>
                {needed && <span className="block text-xs text-muted">required</span>}
              </td>
              <td className="text-muted">{values.length > 0 ? "one of these" : type}</td>
              <td className="min-w-56">
                {about} <Values values={values} />
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}

function Values({ values }: { values: string[] }) {
  return values.map((value, index) => (
    <span key={value} className="text-muted">
      {index > 0 && ", "}
      <span className="code">{value}</span>
    </span>
  ));
}
