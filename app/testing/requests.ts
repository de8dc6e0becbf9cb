/** Requests as browsers send them, and the responses of loaders and actions. */
import type { AppLoadContext, LoaderFunctionArgs } from "@remix-run/node";
import { config } from "config";
import type { User } from "db/schema";
import { signIn } from "~/auth/sign-in.server";
import { rememberDevice } from "~/auth/sessions/known-device.server";
import { forgetAdmitted, inContext, requestContext } from "~/core/http/request-context.server";
import type { Toast } from "~/core/http/respond.server";

type Fields = Record<string, string | string[]>;

/** The IP address of test requests. */
export const address = "203.0.113.7";

/** Returns a GET request for a path such as `/users?q=ada`. */
export function get(path: string, headers: HeadersInit = {}): Request {
  return new Request(config.appUrl + path, { headers });
}

/** Returns a form POST to a path. */
export function post(path: string, fields: Fields = {}, headers: HeadersInit = {}): Request {
  const body = new URLSearchParams();
  for (const [name, values] of Object.entries(fields)) for (const value of [values].flat()) body.append(name, value);
  return new Request(config.appUrl + path, { method: "POST", body, headers });
}

/** Returns a request with a JSON body. */
export function send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Request {
  const json =
    body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { ...headers, "Content-Type": "application/json" } };
  return new Request(config.appUrl + path, { method, headers, ...json });
}

/** Returns the request with a session of this user, from a browser known to them. */
export async function signedIn(request: Request | string, person: User): Promise<Request> {
  const asked = typeof request === "string" ? get(request) : request;
  const browser = new Request(config.appUrl);
  const known = withCookies(browser, new Headers({ "Set-Cookie": await rememberDevice(browser, person.id) }));
  const headers = await signIn(known, person, { way: "password", remember: false, address, began: new Date() });
  return withCookies(asked, headers);
}

/** Returns the request with the cookies that a response set. */
export function withCookies(request: Request, answer: Headers): Request {
  const headers = new Headers(request.headers);
  const jar = new Map(
    (headers.get("Cookie") ?? "")
      .split("; ")
      .filter(Boolean)
      .map((cookie) => [cookie.split("=")[0], cookie]),
  );
  for (const line of answer.getSetCookie()) {
    const [cookie = ""] = line.split(";");
    const [name] = cookie.split("=");
    if (/; Max-Age=0/i.test(line)) jar.delete(name);
    else jar.set(name, cookie);
  }
  headers.set("Cookie", [...jar.values()].join("; "));
  return new Request(request, { headers });
}

/** The response to a request, whether it was returned or thrown. */
export interface Answer<Body = unknown> {
  status: number;
  /** The redirect's target, such as `/login?from=%2Fusers`. */
  location: string | null;
  headers: Headers;
  /** The page's data, or the response's body. */
  data: Body;
}

/**
 * Calls a loader or an action as the server does, for a request from the address `from`. Rethrows unexpected errors.
 */
export async function run<Body = unknown>(
  act: (args: LoaderFunctionArgs) => unknown,
  request: Request,
  params: Record<string, string> = {},
  from = address,
): Promise<Answer<Body>> {
  const context: AppLoadContext = { nonce: "", requestId: "test", address: from };
  return inContext({ searches: [], isFromThisMachine: requestContext()?.isFromThisMachine }, async () => {
    try {
      return (await read(await act({ request, params, context }))) as Answer<Body>;
    } catch (thrown) {
      if (thrown instanceof Response || isData(thrown)) return (await read(thrown)) as Answer<Body>;
      throw thrown;
    } finally {
      forgetAdmitted();
    }
  });
}

/** Returns the toast of a response, which is in a cookie. */
export function toastOf(answer: Pick<Answer, "headers">): Partial<Toast> {
  const cookie =
    answer.headers
      .getSetCookie()
      .find((line) => line.startsWith("toast"))
      ?.split(";")[0]
      ?.split("=")[1] ?? "";
  const text = Buffer.from(decodeURIComponent(cookie).split(".")[0] ?? "", "base64").toString();
  return text ? (JSON.parse(text) as Toast) : {};
}

/** Returns the response's toast as JSON. */
export const toast = (answer: Answer) => JSON.stringify(toastOf(answer));

async function read(result: unknown): Promise<Answer> {
  if (result instanceof Response) {
    const text = await result.text();
    const json = result.headers.get("Content-Type")?.includes("json");
    return {
      status: result.status,
      location: result.headers.get("Location"),
      headers: result.headers,
      data: json ? JSON.parse(text) : text,
    };
  }
  const { data, init } = isData(result) ? result : { data: result, init: undefined };
  return { status: init?.status ?? 200, location: null, headers: new Headers(init?.headers), data };
}

function isData(value: unknown): value is { data: unknown; init: ResponseInit | null } {
  return typeof value === "object" && value !== null && "type" in value && value.type === "DataWithResponseInit";
}
