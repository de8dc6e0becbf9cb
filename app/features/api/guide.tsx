/** The general part of the reference of `/api`, around the sections of each kind of record. */
import { Card, CardBody } from "~/ui/card";
import { CodeBlock } from "~/ui/code-block";
import { Table } from "~/ui/list/table";
import { failures } from "~/core/api/failures";

export function SigningIn({ commands }: { commands: { token: string; signIn: string; try: string } }) {
  return (
    <Card title="Signing in" id="signing-in">
      <CardBody className="grid grid-cols-1 gap-4">
        <p>
          Every request acts for a person, and can do what that person can do on the screens. A program sends a token,
          which you create under{" "}
          <a className="link" href="/settings/security">
            Security
          </a>
          . It can view or change the areas that you choose, as far as your own access allows at that moment; a client’s
          token reaches only their own records. Without the scope “People’s access” it cannot change anyone’s status or
          sign-in address, create active users, or move users to or from the trash. Other requests are refused with 403.
          A token expires within a year. It also ends when it is revoked, when your password changes, and when you can
          no longer log in.
        </p>
        <CodeBlock label="With a token" code={commands.token} />
        <p>
          You can also use a session cookie, as browsers do: log in once and keep the cookie. It expires 30 days after
          its last use, and after 90 days at most. If a request has both, the token counts. Requests from pages of other
          sites are refused.
        </p>
        <div className="grid grid-cols-1 gap-4 xl:grid-cols-2">
          <CodeBlock label="Sign in" code={commands.signIn} />
          <CodeBlock label="With the cookie" code={commands.try} />
        </div>
      </CardBody>
    </Card>
  );
}

export function Lists() {
  return (
    <Card title="Lists" id="lists">
      <CardBody className="grid grid-cols-1 gap-4">
        <p>
          A list is an array of all matching records, oldest first. Search words (<code className="code">q</code>),
          filters and <code className="code">sort</code> work as on the screens;{" "}
          <code className="code">X-Total-Count</code> has the number of matches. Unknown parameters are ignored.
        </p>
        <p>
          With <code className="code">page</code> or <code className="code">size</code>, it is returned in pages, and{" "}
          <code className="code">Link</code> has the addresses of the first, last, previous and next page.
        </p>
      </CardBody>
    </Card>
  );
}

export function Changes({ command }: { command: string }) {
  return (
    <Card title="Changes" id="changes">
      <CardBody className="grid grid-cols-1 gap-4">
        <p>
          Bodies are JSON. A change is made completely or not at all, by the same rules as on the screens. It is listed
          in the{" "}
          <a className="link" href="/activity">
            activity
          </a>
          , where it can be undone. You can send a response back as a body.
        </p>
        <p>
          To avoid overwriting other people’s changes, send the <code className="code">ETag</code> that you read as{" "}
          <code className="code">If-Match</code>: if the record has changed since, the request is refused with 412.
        </p>
        <p>
          A request that creates a record may have an <code className="code">Idempotency-Key</code> of any text. If no
          response arrives, send the same request with the same key again: within 24 hours it creates no second record,
          and returns the first response. Another body with that key is refused with 422.
        </p>
        <CodeBlock label="Change a record unless it has changed since" code={command} />
      </CardBody>
    </Card>
  );
}

export function Failures() {
  return (
    <Card
      title="When something is wrong"
      sub="The status says what kind of error it is, the message explains it. Nothing was changed."
      id="failures"
    >
      <Table label="Errors by status">
        <thead>
          <tr>
            <th scope="col" className="w-16">
              Status
            </th>
            <th scope="col">When</th>
            <th scope="col">Message, for example</th>
          </tr>
        </thead>
        <tbody>
          {Object.entries(failures).map(([status, { title, when, example }]) => (
            <tr key={status}>
              <td className="num align-top font-medium">{status}</td>
              <td className="min-w-56 align-top">
                <strong className="font-medium">{title}.</strong> <span className="text-muted">{when}</span>
              </td>
              <td className="min-w-56 align-top text-muted">{example.message}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Card>
  );
}
