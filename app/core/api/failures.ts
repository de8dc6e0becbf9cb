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
    "The body is missing, is no JSON object, or lacks an id or a field; or a value is wrong, in the body or, of a page and its size, in the address. “errors” says what to do, by field, where that is known; “body” there means all of it.",
    "Invalid request",
    { email: "Enter a full address, such as name@example.com" },
  ),
  401: failure(
    "Not signed in",
    "The request has no token and no session, or one that has ended: the message then says why.",
    "Unauthorized",
  ),
  403: failure(
    "Not allowed",
    "The token does not open this area, may only view it, or lacks the scope “People’s access”; your own access does not go that far; or a page of another site sent the request.",
    "This was sent from another site, so nothing was changed. Open the page here and try again.",
  ),
  404: failure("Not found", "There is no such record, or it is in the trash.", "User not found"),
  405: failure(
    "Wrong method",
    "The address does not take the method. “Allow” names those it takes.",
    "Use one of GET, POST, PUT, DELETE here",
  ),
  411: failure(
    "Length required",
    "The request does not say how long its body is.",
    "Say how long the body is: send it with a Content-Length.",
  ),
  412: failure(
    "Changed meanwhile",
    "The record is no longer the one that “If-Match” names. “ETag” names the one that is there now.",
    "The user was changed meanwhile. Read it again and repeat the change.",
  ),
  413: failure(
    "Too large",
    "The body is larger than 1 MB.",
    "That is too much at once: at most 1 MB can be sent here.",
  ),
  422: failure(
    "Key used before",
    "The “Idempotency-Key” came with another request in the last 24 hours.",
    "This Idempotency-Key was used for another request. Use a new key for each new request.",
  ),
  500: failure(
    "Our fault",
    "Something went wrong on the server. The reference leads to it in the server's log.",
    "Something went wrong on our side.",
  ),
  503: failure(
    "Not now",
    "Portico is being looked after, the server's disk is full, another program holds the database, or a large change, such as an import, goes on for longer than a request waits: “Retry-After” then says in how many seconds to try again.",
    "Portico is being looked after and will be back soon.",
  ),
} as const satisfies Record<number, Failure>;

export type FailureStatus = keyof typeof failures;
