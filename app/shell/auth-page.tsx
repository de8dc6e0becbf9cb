import type { ReactNode } from "react";
import { PaintMark } from "./paint-mark";
import { PublicHead } from "./public-head";
import { Resolving } from "~/ui/resolving";
import { Showcase } from "./showcase";

/** Route handle of pages that draw their own frame instead of the shell's. */
export const ownFrame = { frame: "own" };

export const pageTitle = (title: string) => () => [{ title: `${title} · Portico` }];

interface AuthPageProps {
  title: string;
  lead?: ReactNode;
  /** Content below the form, such as a link to another page. */
  after?: ReactNode;
  children: ReactNode;
}

/** The layout of the sign-in pages: the form at the start and, on wide screens, an illustration at the end. */
export function AuthPage({ title, lead, after, children }: AuthPageProps) {
  return (
    <main id="main" tabIndex={-1} className="grid min-h-dvh outline-none lg:grid-cols-[minmax(0,1fr)_minmax(0,1.05fr)]">
      <div className="flex flex-col px-6 py-6 sm:px-10">
        <PublicHead />
        <div className="m-auto w-full max-w-88 py-10">
          <h1 className="text-3xl font-semibold">{title}</h1>
          {lead && <p className="mt-1 text-muted wrap-anywhere">{lead}</p>}
          <div className="mt-7">{children}</div>
          {after && <p className="mt-6 text-center text-sm text-muted">{after}</p>}
        </div>
      </div>
      <Ornament />
      <Resolving />
      <PaintMark />
    </main>
  );
}

function Ornament() {
  return (
    <div
      className="relative hidden overflow-hidden border-s border-border bg-surface-sunken lg:flex lg:flex-col lg:justify-center"
      aria-hidden="true"
    >
      <p className="max-w-130 ps-10.5 pe-14 pb-30 text-3xl font-semibold text-balance">
        Everything behind the counter, in one calm room.
      </p>
      <Showcase />
      <div className="h-px flex-none bg-border" />
    </div>
  );
}
