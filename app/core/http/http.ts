/**
 * The one client for calls to other servers. What goes wrong has one of five names, so that callers can tell apart
 * what to try again, what to tell a person and what is a bug.
 */

/** The server was not reached, or went away before its answer was whole. */
export class NetworkError extends Error {
  override name = "NetworkError";
}

/** The answer took longer than the caller's limit. */
export class TimeoutError extends Error {
  override name = "TimeoutError";
}

/** The caller gave up. */
export class CancelledError extends Error {
  override name = "CancelledError";
}

/** An answer that is no success. `body` is what it said: JSON if it was, else text. */
class AnswerError extends Error {
  constructor(
    message: string,
    readonly status: number,
    readonly body: unknown,
  ) {
    super(message);
  }
}

/** The server says that the request is wrong (4xx). */
export class BadRequestError extends AnswerError {
  override name = "BadRequestError";
}

/** The server failed (5xx), led elsewhere (3xx), or answered what is not JSON. */
export class BadResponseError extends AnswerError {
  override name = "BadResponseError";
}

interface CallOptions {
  method?: string;
  headers?: Record<string, string>;
  /** Sent as JSON; `URLSearchParams` as a form. */
  body?: unknown;
  /** How long the whole answer may take, in milliseconds; 0, the default, is no limit. */
  timeout?: number;
  signal?: AbortSignal;
}

/**
 * Calls another server and answers its JSON, or undefined for an empty answer. Any 2xx is success; redirects are not
 * followed, so that nothing secret is sent on. Throws one of the five errors.
 */
export async function call(
  url: string | URL,
  { method, headers, body, timeout = 0, signal }: CallOptions = {},
): Promise<unknown> {
  const limit = timeout > 0 ? AbortSignal.timeout(timeout) : undefined;
  const signals = [limit, signal].filter((one) => one !== undefined);
  const isForm = body instanceof URLSearchParams;
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, {
      method: method ?? (body === undefined ? "GET" : "POST"),
      headers: {
        Accept: "application/json",
        ...(body !== undefined && !isForm && { "Content-Type": "application/json" }),
        ...headers,
      },
      body: body === undefined || isForm ? body : JSON.stringify(body),
      redirect: "manual",
      signal: signals.length ? AbortSignal.any(signals) : undefined,
    });
    text = await response.text();
  } catch (error) {
    const { host } = new URL(url);
    if (signal?.aborted) throw new CancelledError(`The call to ${host} was cancelled.`, { cause: error });
    if (limit?.aborted) throw new TimeoutError(`${host} did not answer within ${timeout} ms.`, { cause: error });
    throw new NetworkError(`${host} could not be reached.`, { cause: error });
  }
  return understand(response, text);
}

function understand({ ok, status, url }: Response, text: string): unknown {
  const json = parse(text);
  const { host } = new URL(url);
  if (ok && json.isJson) return json.value;
  if (status >= 400 && status < 500)
    throw new BadRequestError(`${host} refused the request (${status}).`, status, json.value);
  throw new BadResponseError(`${host} gave an answer that cannot be used (${status}).`, status, json.value);
}

function parse(text: string): { isJson: boolean; value: unknown } {
  if (!text) return { isJson: true, value: undefined };
  try {
    return { isJson: true, value: JSON.parse(text) as unknown };
  } catch {
    return { isJson: false, value: text };
  }
}
