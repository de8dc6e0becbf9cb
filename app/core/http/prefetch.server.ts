/** Whether a request is somebody's who looks, and not a browser's that reads ahead. */
export const isPrefetch = ({
  method,
  headers,
}: {
  method: string;
  headers: { get(name: string): string | null | undefined };
}): boolean =>
  method === "GET" &&
  !/prefetch|prerender/i.test(`${headers.get("Sec-Purpose") ?? ""} ${headers.get("Purpose") ?? ""}`);
