/** Whether somebody looks at what is asked for, and no browser reads ahead. */
export const isVisit = ({
  method,
  headers,
}: {
  method: string;
  headers: { get(name: string): string | null | undefined };
}): boolean =>
  method === "GET" &&
  !/prefetch|prerender/i.test(`${headers.get("Sec-Purpose") ?? ""} ${headers.get("Purpose") ?? ""}`);
