import { howMany } from "~/core/values/noun";
import { listHref, type ListView } from "~/core/list/list";

interface ListNewsProps {
  view: ListView;
  arrived: number;
  hasMoved: boolean;
}

/** Offers to reload a changed list, as an overlay so that nothing shifts. */
export const ListNews = ({ view, arrived, hasMoved }: ListNewsProps) => (
  <p role="status" className="list-news">
    {hasMoved && (
      <a href={listHref(view, {})}>
        {arrived > 0 ? howMany(arrived, "new ticket") : "The list has changed"} · <b>Show</b>
      </a>
    )}
  </p>
);
