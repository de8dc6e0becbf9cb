/** A self-contained error page that works without Remix and static files. */
import { createHash } from "node:crypto";

/** Styles, with the colors copied from `tokens.css`. */
const style = `
:root { color-scheme: light dark; background: light-dark(oklch(0.98 0.003 85), oklch(0.178 0.01 232)); color: light-dark(oklch(0.238 0.012 232), oklch(0.945 0.004 232)); font: 1rem/1.5 Geist, system-ui, sans-serif; }
body { display: grid; place-content: center; justify-items: center; min-block-size: 100dvh; margin: 0; padding: 2rem; box-sizing: border-box; text-align: center; }
main { max-inline-size: 28rem; }
svg { inline-size: 2.75rem; }
rect { fill: light-dark(oklch(0.47 0.082 222), oklch(0.745 0.086 212)); }
path { fill: light-dark(oklch(1 0 0), oklch(0.2 0.03 222)); }
h1 { margin: .25rem 0 .5rem; font-size: 1.75rem; line-height: 1.2; font-weight: 600; }
p { margin: 0; color: light-dark(oklch(0.468 0.012 232), oklch(0.745 0.01 232)); overflow-wrap: anywhere; }
.status { margin-block-start: 1.5rem; font-size: .875rem; }
.home { margin-block-start: 1.5rem; }
a { color: light-dark(oklch(0.445 0.078 222), oklch(0.8 0.078 210)); font-weight: 500; }
`;

/** Content-Security-Policy of the page: only its own styles and images of this site. */
export const refusalPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'`,
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Returns the page's HTML. `message` is inserted unescaped, so it must not contain request data. */
export const refusalPage = (
  status: number,
  message: string,
  title = status < 500 ? "This did not work" : "Something went wrong",
) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${status} · Portico</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${style}</style>
</head>
<body>
<main>
<svg viewBox="0 0 28 28" aria-hidden="true"><rect width="28" height="28" rx="7"/><path d="m14 5.4 8.9 5v1.5H5.1v-1.5zM6.9 13.4h2.7v6H6.9zM12.65 13.4h2.7v6h-2.7zM18.4 13.4h2.7v6h-2.7zM5.1 20.9h17.8v1.9H5.1z"/></svg>
<p class="status">${status}</p>
<h1>${title}</h1>
<p>${message}</p>
<p class="home"><a href="/">Go to the start page</a></p>
</main>
</body>
</html>
`;
