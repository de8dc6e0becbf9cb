/**
 * Data learned from the running app: links, forms, records and cookies. New pages are therefore included
 * automatically.
 */
import { demo } from "../../db/samples/users";
import type { Bytes } from "./attack";
import { decoded, type Form, formsIn } from "./forms";
import { allRoutes, parameterNames, routeOf } from "./routes";

export interface World {
  /** URLs of existing pages, with their queries. */
  addresses: Bytes[];
  /** Path segments that were used as route parameters. */
  segments: string[];
  /** Query parameters with meaningful values. */
  parameters: [name: string, value: string][];
  /** Forms, grouped by the route they are sent to. */
  forms: Form[][];
  /** Single records from the API, used as templates for JSON bodies. */
  records: Record<string, unknown>[];
  /** Cookies of ended sessions, and all others that the app sets. */
  cookies: [name: Bytes, value: Bytes][];
  /** Texts that visitors must not see. */
  secrets: string[];
}

const timeoutMs = 20_000;
const ask = (url: string, init: RequestInit = {}) =>
  fetch(url, { redirect: "manual", signal: AbortSignal.timeout(timeoutMs), ...init });
const cookiesOf = ({ headers }: Response) => headers.getSetCookie().map((line) => line.split(";")[0] ?? "");

/** A client address of its own, so that rate limits triggered by other addresses do not affect the demo user. */
const elsewhere = { "X-Forwarded-For": "127.20.0.1" };

/** Signs in as the demo user and returns the session cookie. */
export async function signIn(url: string): Promise<string> {
  const { email, password } = demo;
  const answer = await ask(`${url}/login`, {
    method: "POST",
    headers: elsewhere,
    body: new URLSearchParams({ email, password }),
  });
  const cookie = cookiesOf(answer).find((pair) => pair.startsWith("session"));
  if (!cookie) throw new Error(`Nobody could sign in: POST /login answered ${answer.status}`);
  return cookie;
}

export async function learn(url: string): Promise<World> {
  const cookie = await signIn(url);
  const records = await recordsOf(url, cookie);
  const found = new LearnedPage();
  await found.crawl(url, "");
  const secrets = secretsOf(records, found.text);
  await found.crawl(url, cookie);
  await found.act(url, cookie); // so that there is a trash, a past, and something to undo
  await found.crawl(url, cookie);
  const given = [cookie, ...found.cookies];
  // Requesting the cookies may have signed somebody in. End that, so that a visitor stays a visitor.
  for (const session of given.filter((pair) => pair.startsWith("session")))
    await ask(`${url}/session`, { method: "DELETE", headers: { cookie: session } });
  const cookies = given.map((pair): [Bytes, Bytes] => {
    const [name = "", value = ""] = pair.split(/=(.*)/s);
    return [name.replace(/\d+$/, "{port}"), value];
  });
  return { ...found.world(), records, cookies, secrets };
}

/** Maximum number of pages read per route; others of the same route are similar. */
const pagesOfEach = 3;
const formsOfEach = 16;

class LearnedPage {
  readonly cookies = new Set<string>();
  text = "";
  readonly #addresses = new Set(allRoutes.map(({ pattern }) => pattern).filter((pattern) => !/[:*]/.test(pattern)));
  /** One form of each kind, by the route it is sent to. */
  readonly #forms = new Map<string, Map<string, Form>>();
  readonly #asked: [string, string][] = [];

  /** Follows all links, starting from every URL in `routes.ts` without parameters. */
  async crawl(url: string, cookie: string) {
    const read = new Map<string, number>();
    for (const address of this.#addresses) {
      const [, query] = address.split("?");
      const kind = query === undefined ? "" : /(^|&)menu=/.test(query) ? "?menu" : "?"; // only such a page has a row's acts
      const route = routeOf(address) + kind;
      if ((read.get(route) ?? 0) >= pagesOfEach) continue;
      read.set(route, (read.get(route) ?? 0) + 1);
      await this.#read(await ask(url + address, { headers: { cookie } }), address);
    }
  }

  /**
   * Submits every form unchanged: once as a visitor, to collect cookies, and once as the user, to read the resulting
   * page.
   */
  async act(url: string, cookie: string) {
    for (const { action, fields } of this.#allForms()) {
      if (/logout|session/.test(action)) continue;
      const body = () => new URLSearchParams(fields.map(([name, value]) => [name, value || demo.email]));
      for (const by of ["", cookie]) {
        const answer = await ask(url + action, { method: "POST", headers: { cookie: by }, body: body() });
        const kept = cookiesOf(answer);
        for (const pair of kept) this.cookies.add(pair);
        const next = answer.headers.get("location");
        if (next?.startsWith("/"))
          await this.#read(await ask(url + next, { headers: { cookie: [by, ...kept].join("; ") } }), next);
      }
    }
  }

  async #read(answer: Response, address: string) {
    const html = await answer.text();
    if (!answer.headers.get("content-type")?.startsWith("text/html")) return;
    this.text += html;
    for (const [, link = ""] of html.matchAll(/\s(?:href|src)="(\/(?!\/)[^"#]*)/g)) this.#addresses.add(decoded(link));
    const { posted, asked } = formsIn(html, address.split("?")[0] ?? "");
    this.#asked.push(...asked);
    for (const form of posted) this.#keep(form);
  }

  /** Keeps a form of each kind, up to a limit per route. */
  #keep(form: Form) {
    const route = routeOf(form.action);
    const kind = JSON.stringify([
      form.action.includes("?"),
      form.fields.map(([name, value]) => (name === "act" || name === "status" ? value : name)),
    ]);
    const ofRoute = this.#forms.get(route) ?? new Map<string, Form>();
    this.#forms.set(route, ofRoute);
    if (!ofRoute.has(kind) && ofRoute.size < formsOfEach) ofRoute.set(kind, form);
  }

  #allForms(): Form[] {
    return [...this.#forms.values()].flatMap((ofRoute) => [...ofRoute.values()]);
  }

  world(): Pick<World, "addresses" | "segments" | "parameters" | "forms"> {
    const addresses = [...this.#addresses].sort();
    const forms = this.#allForms();
    const named = parameterNames.map((name): [string, string] => [name, "1"]);
    const inLinks = addresses.flatMap((address) => [...new URLSearchParams(address.split("?")[1])]);
    const pairs = [...named, ...inLinks, ...this.#asked, ...forms.flatMap(({ fields }) => fields)];
    const parameters = [...new Map(pairs.map((pair) => [pair.join("="), pair])).values()];
    return {
      addresses,
      segments: segmentsOf(addresses),
      parameters,
      forms: [...this.#forms.keys()].sort().map((route) => [...this.#forms.get(route)!.values()]),
    };
  }
}

function segmentsOf(addresses: string[]): string[] {
  const found = addresses.flatMap((address) => {
    const parts = routeOf(address).split("/");
    return (address.split("?")[0] ?? "").split("/").filter((_, index) => parts[index]?.startsWith(":"));
  });
  return [...new Set(found)].sort();
}

/** Returns the records of every list in the API. */
async function recordsOf(url: string, cookie: string): Promise<Record<string, unknown>[]> {
  const records: Record<string, unknown>[] = [];
  for (const { pattern } of allRoutes.filter(({ pattern }) => pattern.startsWith("/api/") && !/[:*]/.test(pattern))) {
    const answer: unknown = await (await ask(url + pattern, { headers: { cookie } })).json();
    records.push(
      ...[answer]
        .flat()
        .filter((record): record is Record<string, unknown> => typeof record === "object" && record !== null),
    );
  }
  return records;
}

/** Minimum length of a secret, so that it does not occur by chance. */
const minSecretLength = 8;

/** Returns every text of every record, except those that visitors can see. */
function secretsOf(records: Record<string, unknown>[], shown: string): string[] {
  const texts = records
    .flatMap((record) => Object.values(record))
    .filter((value): value is string => typeof value === "string" && value.length >= minSecretLength);
  return [...new Set(texts)].filter((text) => !shown.includes(text));
}
