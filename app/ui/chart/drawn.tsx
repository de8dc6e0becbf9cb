import { useEffect, useRef } from "react";
import { chartKeys } from "./chart-keys";

/** A chart as the server drew it. Scripts add only that arrow keys lead through it. */
export function Drawn({ html, className }: { html: string; className?: string }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => (place.current ? chartKeys(place.current) : undefined), []);
  return <div ref={place} className={className} dangerouslySetInnerHTML={{ __html: html }} />;
}
