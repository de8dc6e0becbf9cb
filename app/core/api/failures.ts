/** Error responses of `/api`, by status. */
interface Failure {
  title: string;
  when: string;
  example: { message: string; errors?: Record<string, string> };
}

const failure = (title: string, when: string, message: string, errors?: Record<string, string>): Failure => ({
  title,
  when,
  example: { message, ...(errors && { errors }) },
});

export const failures = {
  400: failure(
    "Invalid request",
    "The body is missing, is not a JSON object or lacks a field, or a value in the body or the query is invalid. “errors” has a message for each field; “body” stands for the whole body.",
    "Invalid request",
    { email: "Enter a full address, such as name@example.com" },
  ),
  401: failure(
    "Not signed in",
    "The request has no token and no session, or one that has expired. The message says why.",
    "Unauthorized",
  ),
  403: failure(
    "Not allowed",
    "The token lacks this area, the right to change it, or the scope “People’s access”; or your own access does not include it; or another site sent the request.",
    "This was sent from another site, so nothing was changed. Open the page here and try again.",
  ),
  404: failure("Not found", "There is no such record, or it is in the trash.", "User not found"),
  405: failure(
    "Wrong method",
    "The address does not support this method. “Allow” lists the supported ones.",
    "Use one of GET, POST, PUT, DELETE here",
  ),
  411: failure(
    "Length required",
    "The request has no Content-Length.",
    "Send the length of the body in a Content-Length header.",
  ),
  412: failure(
    "Changed meanwhile",
    "The record has changed since the version in “If-Match”. “ETag” has the current version.",
    "The user was changed meanwhile. Read it again and repeat the change.",
  ),
  413: failure("Too large", "The body is larger than 1 MB.", "Too large: at most 1 MB can be sent here."),
  422: failure(
    "Key used before",
    "The “Idempotency-Key” was used for another request in the last 24 hours.",
    "This Idempotency-Key was used for another request. Use a new key for each new request.",
  ),
  500: failure(
    "Server error",
    "Something went wrong on the server. Find the reference in the server's log.",
    "Something went wrong on our side.",
  ),
  503: failure(
    "Unavailable",
    "Portico is down for maintenance, the server's disk is full, or the database is locked by another program or a large change such as an import. “Retry-After” says when to try again, in seconds.",
    "Portico is down for maintenance and will be back soon.",
  ),
} as const satisfies Record<number, Failure>;

export type FailureStatus = keyof typeof failures;
