import { useContext, useEffect, useMemo, useRef } from "react";
import { chartKeys } from "./chart-keys";
import { Drawings } from "./drawings";

/**
 * Renders a chart from the server; scripts only add arrow keys. On a full page load the data contain only the chart's
 * id, because its HTML is already in the document.
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
