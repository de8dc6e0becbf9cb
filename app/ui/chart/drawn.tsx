import { useContext, useEffect, useMemo, useRef } from "react";
import { chartKeys } from "./chart-keys";
import { Drawings } from "./drawings";

/**
 * A chart as the server drew it. Scripts add only that arrow keys lead through it. The data of a document have but a
 * name for it, since the document itself holds it: there the browser reads it.
 */
export function Drawn({ html, className }: { html: string; className?: string }) {
  const place = useRef<HTMLDivElement>(null);
  const drawings = useContext(Drawings);
  const __html = useMemo(
    () => (drawings ? drawings.get(html) : globalThis.document?.getElementById(html)?.innerHTML) ?? html,
    [drawings, html],
  );
  useEffect(() => (place.current ? chartKeys(place.current) : undefined), []);
  return (
    <div
      ref={place}
      id={html === __html ? undefined : html}
      className={className}
      dangerouslySetInnerHTML={{ __html }}
    />
  );
}
