import type { ListView } from "~/core/list/list";

/** Hidden fields that keep the other parameters of a list, except the page. */
export function KeptParams({ view, without }: { view: Pick<ListView, "search">; without: string[] }) {
  return [...new URLSearchParams(view.search)]
    .filter(([name]) => name !== "page" && !without.includes(name))
    .map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);
}
