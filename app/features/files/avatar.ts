import type { LoaderFunctionArgs } from "@remix-run/node";
import { userOfRequest } from "~/auth/session.server";

/** The six colours of the design's avatars, as plain colours: a picture is looked at outside the page's styles too. */
const tints = [
  { back: "#d5e5eb", front: "#1b4d60" },
  { back: "#f3e6d3", front: "#5f451b" },
  { back: "#f5dfd7", front: "#703a25" },
  { back: "#dde9de", front: "#2f5338" },
  { back: "#dcdff0", front: "#363f70" },
  { back: "#e6e5e2", front: "#45443f" },
];

const escapes: Record<string, string> = { "<": "&lt;", ">": "&gt;", "&": "&amp;", '"': "&quot;", "'": "&#39;" };

/** A person's initials as a picture, drawn from its address alone: `/avatars/3/PR.svg`. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  await userOfRequest(request);
  const letters = [...(params.initials ?? "").replace(/\.svg$/, "")].slice(0, 2).join("");
  const { back, front } = tints[(Number(params.tint) || 1) - 1] ?? tints[0]!;
  const text = letters.replace(/[<>&"']/g, (character) => escapes[character] ?? "");
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="${back}"/>` +
    `<text x="32" y="33" fill="${front}" font-family="Geist, Arial, sans-serif" font-size="24" font-weight="600" text-anchor="middle" dominant-baseline="central">${text}</text></svg>`;
  return new Response(svg, { headers: { "Content-Type": "image/svg+xml", "Cache-Control": "public, max-age=604800" } });
}
