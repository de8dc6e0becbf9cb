import type { LoaderFunctionArgs } from "@remix-run/node";
import { userOfRequest } from "~/auth/session.server";
import { iconSet, pickIcons } from "~/ui/icons/icons.server";

/** Maximum length of the request's address, in characters, and how long the response may be cached, in seconds. */
const maxAddressLength = 500;
const cacheSeconds = 168 * 60 * 60;

/** `GET /icons/{prefix}.json?icons=a,b`: icons in Iconify's format. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  await userOfRequest(request);
  const { pathname, search, searchParams } = new URL(request.url);
  if (pathname.length + search.length > maxAddressLength) {
    return Response.json(
      { message: `Keep the address to ${maxAddressLength} characters. Ask for fewer icons at a time.` },
      { status: 414 },
    );
  }
  const prefix = /^(.+)\.json$/.exec(params.file ?? "")?.[1];
  const set = prefix ? await iconSet(prefix) : undefined;
  if (!set) return Response.json({ message: "There is no such icon set" }, { status: 404 });

  const names = (searchParams.get("icons") ?? "").split(",").filter(Boolean);
  if (names.length === 0)
    return Response.json({ message: "Name the icons, such as ?icons=bell,user" }, { status: 400 });
  return Response.json(pickIcons(set, names), { headers: { "Cache-Control": `public, max-age=${cacheSeconds}` } });
}
