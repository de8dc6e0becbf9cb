/**
 * The HTTP client for calls to other servers. Failures have five error classes, so that callers can tell apart what to
 * retry, what to report to the user, and what is a bug.
 */

/** The server was unreachable or closed the connection before the end of the response. */
export class NetworkError extends Error {
  override name = "NetworkError";
}

/** The response took longer than the caller's timeout. */
export class TimeoutError extends Error {
  override name = "TimeoutError";
}

/** The caller aborted the request. */
export class CancelledError extends Error {
  override name = "CancelledError";
}

/** An unsuccessful response. `body` is its parsed JSON, or text if it is not JSON. */
class AnswerError extends Error {
  constructor(
    message: string,
    readonly status: number,
    readonly body: unknown,
  ) {
    super(message);
  }
}

/** The server rejected the request (4xx). */
export class BadRequestError extends AnswerError {
  override name = "BadRequestError";
}

/** The server failed (5xx), redirected (3xx), or sent a response that is not JSON. */
export class BadResponseError extends AnswerError {
  override name = "BadResponseError";
}

interface CallOptions {
  method?: string;
  headers?: Record<string, string>;
  /** Sent as JSON, or as a form if it is `URLSearchParams`. */
  body?: unknown;
  /** Timeout for the whole response, in milliseconds; 0, the default, means none. */
  timeout?: number;
  signal?: AbortSignal;
}

/**
 * Sends a request and returns the JSON of the response; undefined if it is empty. Redirects are not followed, so that
 * no secrets are sent on; throws one of the five errors unless the status is 2xx.
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
