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
          Every request is made in the name of a person, and can do what that person can do on the screens. A program
          shows a token, which you make under{" "}
          <a className="link" href="/settings/security">
            Security
          </a>
          . It opens the areas that you gave it, to view or to change, as far as you may go yourself at that moment; a
          client’s shows their own records. Without the scope “People’s access” it changes nobody’s status or sign-in
          address, makes nobody active, and puts nobody in the trash or takes them out. What it does not open is
          answered with 403. A token ends on its day, within a year, when it is revoked, when you get another password,
          and when you may no longer sign in.
        </p>
        <CodeBlock label="With a token" code={commands.token} />
        <p>
          Or it shows the cookie of a session, as a browser does: sign in once and keep the cookie. It lives for 30 days
          after it was last used, and 90 at most. Where both are sent the token counts. Pages of other sites get no
          answers here, whatever they show.
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
          A list is a bare array, oldest id first, and whole however long it is. Words (<code className="code">q</code>
          ), filters and <code className="code">sort</code> narrow and order it as on the screens;{" "}
          <code className="code">X-Total-Count</code> counts what matches. What a list does not know is passed over.
        </p>
        <p>
          Ask for a <code className="code">page</code> or a <code className="code">size</code>, and it comes in pages:{" "}
          <code className="code">Link</code> then has the addresses of the first, last, previous and next one.
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
          Bodies are JSON. All of a change is done or nothing of it, with the rules of the screens; it is written down
          in the{" "}
          <a className="link" href="/activity">
            activity
          </a>{" "}
          and can be undone there. What an answer said may be sent back as it was.
        </p>
        <p>
          Whoever must not overwrite what somebody else changed meanwhile sends the <code className="code">ETag</code>{" "}
          of what they read as <code className="code">If-Match</code>: a change that comes too late is then refused with
          412.
        </p>
        <p>
          A request that makes a record may carry an <code className="code">Idempotency-Key</code>, any text of your
          own. When no answer came, send the same again under the same key: it makes one record, and for 24 hours is
          answered as it was the first time. Another body under that key is refused with 422.
        </p>
        <CodeBlock label="Change only what nobody else has changed" code={command} />
      </CardBody>
    </Card>
  );
}

export function Failures() {
  return (
    <Card
      title="When something is wrong"
      sub="The status says what kind of thing it is, the message says it as a sentence. Nothing was changed then."
      id="failures"
    >
      <Table label="What can be wrong, by status">
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
