import type { ListView } from "~/core/list/list";

/** What else is in a list's address and stays there when a form asks for something new, from its first page on. */
export function KeptParams({ view, without }: { view: Pick<ListView, "search">; without: string[] }) {
  return [...new URLSearchParams(view.search)]
    .filter(([name]) => name !== "page" && !without.includes(name))
    .map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);
}
