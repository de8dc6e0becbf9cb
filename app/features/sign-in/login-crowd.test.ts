/** Tests many failed logins at once from different addresses, while someone signs in from their usual browser. */
import { expect, it } from "vitest";
import { config } from "config";
import { rememberDevice } from "~/auth/sessions/known-device.server";
import { inRequest } from "~/core/process/security-log.server";
import { cast, password, testDatabase } from "~/testing/database";
import { type Answer, post, run, withCookies } from "~/testing/requests";
import { withReferences } from "../../../server/references";
import type { ServerBuild } from "@remix-run/node";
import { action, clientAction } from "./login";

testDatabase();
const { ada } = cast;

/** The login page's action as the server wraps it, which turns errors into responses. */
const routes = { login: { id: "login", module: { default: () => null, action, clientAction } } };
const login = withReferences({ routes } as unknown as ServerBuild).routes.login!.module.action!;

const logIn = (from: string, request: Request): Promise<Answer<{ form?: { errors: Record<string, string> } }>> =>
  inRequest({ id: "", address: from }, () => run(login, request, {}, from));
const stranger = (number: number) =>
  logIn(`198.51.100.${number}`, post("/login", { email: ada.email, password: `guess ${number}` }));

async function fromUsualBrowser() {
  const cookie = await rememberDevice(new Request(config.appUrl), ada.id);
  const request = post("/login", { email: ada.email, password });
  return logIn("203.0.113.7", withCookies(request, new Headers({ "Set-Cookie": cookie })));
}

it("a user's login from a known browser precedes those of many strangers, of which the rest is refused with a message", async () => {
  const order: string[] = [];
  const usual = fromUsualBrowser; // its cookie takes a moment, in which the others are here already
  const crowd = Array.from({ length: 60 }, async (_, number) => {
    const answer = await stranger(number + 1);
    if (answer.status === 403) order.push("stranger");
    return answer;
  });
  const own = usual().then((answer) => (order.push("own"), answer));
  const answers = await Promise.all(crowd);
  expect((await own).status).toBe(303);
  expect(order.indexOf("own")).toBeLessThan(10);
  const refused = answers.filter(({ status }) => status === 503);
  expect(refused).toHaveLength(30);
  expect(refused[0]?.data.form?.errors[""]).toBe(
    "Too many people are logging in right now. Wait a few seconds, then try again.",
  );
  expect(refused[0]?.headers.get("Retry-After")).toBe("5");
});
