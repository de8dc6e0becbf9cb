/** Whether a request is a user's visit and not a browser's prefetch. */
export const isVisit = ({
  method,
  headers,
}: {
  method: string;
  headers: { get(name: string): string | null | undefined };
}): boolean =>
  method === "GET" &&
  !/prefetch|prerender/i.test(`${headers.get("Sec-Purpose") ?? ""} ${headers.get("Purpose") ?? ""}`);
