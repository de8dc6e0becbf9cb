import type { ReactNode } from "react";
import { Badge, type BadgeFamily } from "~/ui/values/badge";
import { CodeBlock } from "~/ui/code-block";
import { Icon } from "~/ui/icons/icon";
import { Table } from "~/ui/list/table";
import type { Field, ReferenceOperation, ReferenceSection } from "~/core/api/reference.server";

const families: Record<ReferenceOperation["method"], BadgeFamily> = {
  GET: "info",
  POST: "success",
  PUT: "warning",
  PATCH: "warning",
  DELETE: "error",
};

/** One method of one address, as a row that opens its parameters and responses. */
export function Operation({ operation }: { operation: ReferenceOperation }) {
  const { id, method, path, summary, about, parameters, body, examples, failures } = operation;
  return (
    <Fold
      id={id}
      head={
        <>
          <Badge family={families[method]} className="code w-16 justify-center">
            {method}
          </Badge>
          <span className="code">{path}</span>
        </>
      }
      sub={summary}
    >
      {about && <p>{about}</p>}
      {parameters.length > 0 && <Fields title="Parameters" of={`${method} ${path}`} fields={parameters} />}
      {body && <Fields title="Body" of={`${method} ${path}`} fields={body} />}
      {examples.map(({ title, request, answer }) => (
        <div key={title} className="grid grid-cols-1 gap-4 xl:grid-cols-2">
          <CodeBlock label={title} code={request} />
          <CodeBlock label="Answer" code={pretty(answer)} />
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

/** The fields of a record in the section's responses, with an example. */
export function Shape({ section: { id, shape } }: { section: ReferenceSection }) {
  return (
    <Fold id={`${id}-shape`} head={shape.name} sub="Fields of a response">
      <Fields title="Fields" of={shape.name} fields={shape.fields} />
      <CodeBlock label="Example" code={pretty(shape.example)} />
    </Fold>
  );
}

const pretty = (answer: unknown) => JSON.stringify(answer, null, 2);

/** A row that opens, also by a link to `#id`. Styled by the page's style sheet, because a page has many. */
function Fold({ id, head, sub, children }: { id: string; head: ReactNode; sub: string; children: ReactNode }) {
  return (
    <details className="fold">
      <summary>
        <h3>
          {head}
          <small>{sub}</small>
        </h3>
        <Icon name="chevron-right" />
      </summary>
      <div id={id}>{children}</div>
    </details>
  );
}

function Fields({ title, of, fields }: { title: string; of: string; fields: Field[] }) {
  return (
    <div className="-mx-5 border-y border-border max-sm:-mx-4">
      <Table label={`${title} of ${of}`} compact className="fields">
        <thead>
          <tr>
            <th scope="col">{title}</th>
            <th scope="col">Type</th>
            <th scope="col">What it is</th>
          </tr>
        </thead>
        <tbody>
          {fields.map(({ name, type, values, needed, about }) => (
            <tr key={name}>
              <td>
                <code>{name}</code>
                {needed && <span>required</span>}
              </td>
              <td>{values ? "one of these" : type}</td>
              <td>
                {about} {values && <code>{values.join(", ")}</code>}
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}
