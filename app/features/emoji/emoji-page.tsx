import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useLoaderData, useSubmit } from "@remix-run/react";
import { config } from "config";
import { requireUser } from "~/auth/session.server";
import { Button } from "~/ui/button";
import { Card, CardBody } from "~/ui/card";
import { Icon } from "~/ui/icons/icon";
import { PageTitle } from "~/ui/page-title";
import { Tabs } from "~/ui/list/tabs";
import { emojiGroups, emojiIn, findEmoji, maxFound } from "./emoji";
import { allEmoji } from "./emoji.server";
import { EmojiGrid } from "./emoji-grid";
import { foundText } from "./result-text";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.q ? `Emoji for “${data.q}”` : "Emoji"} · Portico` },
];

/** Maximum length of the search text, as in the search box. */
const maxSearchLength = 200;

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "account");
  const { searchParams } = new URL(request.url);
  const q = (searchParams.get("q") ?? "").replaceAll("\0", "").trim().slice(0, maxSearchLength);
  const group = emojiGroups.find((name) => name === searchParams.get("group")) ?? emojiGroups[0] ?? "";
  const all = await allEmoji();
  const { q: shown, emoji } = q ? findEmoji(all, q) : { q, emoji: emojiIn(all, group) };
  return {
    q,
    shown,
    group: q ? undefined : group,
    found: emoji.length,
    emoji: q ? emoji.slice(0, maxFound) : emoji,
    hosts: config.iconHosts,
  };
}

export default function EmojiPage() {
  const { q, shown, group, found, emoji, hosts } = useLoaderData<typeof loader>();
  const submit = useSubmit();
  return (
    <>
      <PageTitle title="Emoji" summary="Find one by what it shows, and copy it into whatever you write." />
      <Card>
        <CardBody>
          <Form
            method="get"
            action="/emoji"
            role="search"
            className="flex max-w-xl gap-2"
            onChange={(event) => submit(event.currentTarget, { replace: true })}
          >
            <div className="with-icon min-w-0 flex-1">
              <Icon name="search" />
              <input
                className="input"
                type="search"
                name="q"
                defaultValue={q}
                placeholder="Search emoji, such as party"
                aria-label="Search emoji"
                maxLength={maxSearchLength}
                autoComplete="off"
              />
            </div>
            <Button variant="outline">Search</Button>
          </Form>
        </CardBody>
        <Tabs
          label="Groups of emoji"
          className="px-5"
          tabs={emojiGroups.map((title) => ({
            title,
            href: `/emoji?group=${encodeURIComponent(title)}`,
            current: title === group,
          }))}
        />
        {q && (
          <p className="px-5 pt-4 text-muted" role="status">
            {foundText(found, q, shown)}
          </p>
        )}
        {emoji.length > 0 && <EmojiGrid emoji={emoji} hosts={hosts} />}
      </Card>
    </>
  );
}
