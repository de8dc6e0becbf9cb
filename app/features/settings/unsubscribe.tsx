import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { userOfRequest } from "~/auth/session.server";
import { StatusPage } from "~/ui/status-page";
import { Alert } from "~/ui/alert";
import { Button, ButtonLink } from "~/ui/button";
import { Form } from "~/ui/owned-form";
import { eventTitles, readUnsubscribeLink } from "~/features/notifications/unsubscribe-link.server";
import { unsubscribe } from "./unsubscribe.server";

export const meta: MetaFunction = () => [{ title: "Unsubscribe · Portico" }];

/** Shows what the button will do without doing it, because mail scanners open links. */
export async function loader({ request }: LoaderFunctionArgs) {
  await userOfRequest(request);
  const link = readUnsubscribeLink(request.url);
  return link ? data({ from: eventTitles(link.kinds) }) : data({ from: null }, 400);
}

/**
 * Handles the form and one-click unsubscribe (RFC 8058), which comes from mail programs without cookies and follows
 * no redirects. Repeating it has no effect.
 */
export async function action({ request }: ActionFunctionArgs) {
  await userOfRequest(request);
  const link = readUnsubscribeLink(request.url);
  if (!link) return data({ done: false }, 400);
  await unsubscribe(link);
  return data({ done: true });
}

export { keepFormOnNetworkError as clientAction } from "~/core/form/network-error";

export default function Unsubscribe() {
  const { from } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const settings = (
    <ButtonLink variant="outline" href="/settings/notification">
      All notification settings
    </ButtonLink>
  );
  if (from === null) {
    return (
      <StatusPage title="This link does not work" actions={settings}>
        It is damaged, or it is not from one of our mails. Nothing was changed. Open the link in the mail again, or log
        in and choose there what you are told of.
      </StatusPage>
    );
  }
  if (result && "done" in result && result.done) {
    return (
      <StatusPage title="You are unsubscribed" actions={settings}>
        No more mails come to you about: {from}. You can turn them on again in your settings.
      </StatusPage>
    );
  }
  return (
    <StatusPage
      title="Unsubscribe?"
      actions={
        <Form method="post">
          <Button>Unsubscribe</Button>
        </Form>
      }
    >
      {result && "form" in result && (
        <Alert family="error" role="alert" className="mb-4 text-start">
          Portico could not be reached. Try again in a moment.
        </Alert>
      )}
      No more mails will come to you about: {from}.
    </StatusPage>
  );
}
