/** Changes by other users while clients have pages open; few of them concern these clients. */
import type { Database } from "better-sqlite3";
import { expect } from "@playwright/test";

interface Walker {
  id: number;
  name: string;
  email: string;
  stream: { text(): string };
}

/** Makes the changes and resolves when every client's stream has received its own. */
export async function acts(site: string, owner: { cookie: string }, database: Database, walkers: Walker[]) {
  const send = async (method: string, path: string, body: object) => {
    const answer = await fetch(site + path, {
      method,
      headers: { ...owner, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    expect([path, answer.status, await answer.clone().text()], "an act of the owner").toEqual([
      path,
      200,
      expect.anything(),
    ]);
    return (await answer.json()) as { ticket?: { id: number } };
  };
  const post = async (path: string, fields: Record<string, string>, file?: File, status = 303) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    if (file) body.set("attachments", file);
    const answer = await fetch(site + path, { method: "POST", headers: owner, body, redirect: "manual" });
    expect([path, answer.status]).toEqual([path, status]);
  };
  const items = [{ name: "Pen", price: 19.9, quantity: 2 }];
  const stranger = database.prepare("select id from users where name = 'Jonas Lindqvist'").pluck().get() as number;
  const ask = (requesterId: number, subject: string) =>
    send("POST", "/api/tickets", {
      subject,
      topic: "Orders and returns",
      message: "Nothing has come yet.",
      requesterId,
    });
  for (const { id } of walkers) {
    await send("POST", "/api/orders", { customer: { id }, items });
    const { ticket } = await ask(id, "A parcel of one's own");
    const path = `/support/tickets/${ticket?.id}`;
    await post(
      path,
      { body: "It is on its way." },
      new File(["Number 7 in the row"], "label.txt", { type: "text/plain" }),
    );
    await post(`${path}/draft`, { body: "Somebody is at it." }, undefined, 204);
    await send("PUT", "/api/users", { id, phone: "+1 555 010 0199" });
    await post(path, { body: "Jonas Lindqvist had the same, see ticket #2.", internal: "on" });
    await post(`${path}/triage`, {
      assigneeId: String(
        database.prepare("select id from users where access = 'staff' and areas like '%support%'").pluck().get(),
      ),
    });
    await post(`${path}/status`, { status: "Solved" });
  }
  await send("POST", "/api/orders", { customer: { id: stranger }, items });
  const { ticket } = await ask(stranger, "A parcel of somebody else");
  await post(
    `/support/tickets/${ticket?.id}`,
    { body: "Dear Jonas, it is lost." },
    new File(["Jonas, row 9"], "lost-parcel.txt", { type: "text/plain" }),
  );
  await expect.poll(() => walkers.every(({ stream }) => stream.text().includes("It is on its way."))).toBe(true);
}
