/** The frame of documents for customers, which print as shown. */
import type { ReactNode } from "react";
import { Mark } from "./brand";

export function Sheet({ label, children }: { label: string; children: ReactNode }) {
  return (
    <article className="card sheet p-7 max-sm:p-5 print:p-0" aria-label={label}>
      {children}
    </article>
  );
}

interface SheetHeadProps {
  /** Name of the issuer. */
  from: string;
  /** Address of its picture; Portico's mark by default. */
  logo?: string | null;
  /** Kind of document, such as "Invoice". */
  kind: string;
  number: string;
  /** A word that stands out, such as "Void". */
  stamp?: string;
}

export function SheetHead({ from, logo, kind, number, stamp }: SheetHeadProps) {
  return (
    <header className="flex flex-wrap justify-between gap-6">
      <SheetIssuer name={from} logo={logo} />
      <div className="sm:text-end">
        <p className="text-sm text-muted">{kind}</p>
        <p className="code text-xl font-semibold">{number}</p>
        {stamp && (
          <p className="mt-2">
            <strong className="inline-block rounded border-2 border-current px-3 text-2xl text-error-text uppercase">
              {stamp}
            </strong>
          </p>
        )}
      </div>
    </header>
  );
}

/** The issuer of a document: the picture, or else Portico's mark, and the name. */
export const SheetIssuer = ({ name, logo }: { name: string; logo?: string | null }) => (
  <div className="flex min-w-0 items-center gap-3">
    {logo ? <img src={logo} alt="" className="h-12 max-w-48 object-contain" /> : <Mark className="size-10" />}
    <p className="text-xl font-semibold wrap-anywhere">{name}</p>
  </div>
);

/** A party of a document: name and details, line by line. */
export function Party({ title, name, about }: { title: string; name: string; about: (string | undefined)[] }) {
  return (
    <div className="min-w-0">
      <h2 className="text-sm font-medium">{title}</h2>
      <address className="mt-1 text-sm leading-5 wrap-anywhere whitespace-pre-line text-muted not-italic">
        <span className="block font-medium text-text">
          <bdi>{name}</bdi>
        </span>
        {about.filter(Boolean).map((line) => (
          <bdi key={line} className="block">
            {line}
          </bdi>
        ))}
      </address>
    </div>
  );
}
