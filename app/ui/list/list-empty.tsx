import type { ListView } from "~/core/list/list";
import type { Noun } from "~/core/values/noun";
import { trashDays } from "~/core/values/trash";
import { ButtonLink } from "~/ui/button";
import { Empty } from "~/ui/empty";
import { clearHref } from "./list-filters";

interface ListEmptyProps {
  view: ListView;
  noun: Noun;
  empty?: { title: string; text: string };
  createHref?: string;
  createLabel?: string;
}

/** Why there are no rows: nothing yet, nothing in the trash, or nothing that matches. */
export function ListEmpty({ view, noun, empty, createHref, createLabel }: ListEmptyProps) {
  if (view.everything > 0) {
    const title = view.q ? `No ${noun.one} matches “${view.q}”` : `No ${noun.one} matches these filters`;
    return (
      <Empty
        title={title}
        actions={
          <ButtonLink variant="outline" href={clearHref(view)}>
            Clear filters
          </ButtonLink>
        }
      >
        {view.q ? "Try another word" : "Take a filter away"}, or look through all{" "}
        {view.everything.toLocaleString("en-US")}
        {view.everythingMore && "+"}.
      </Empty>
    );
  }
  if (view.trash) {
    return <Empty title="The trash is empty">What you delete is kept here for {trashDays} days.</Empty>;
  }
  const create = createHref && (
    <ButtonLink icon="plus" href={createHref}>
      {createLabel}
    </ButtonLink>
  );
  return (
    <Empty title={empty?.title ?? `No ${noun.many} yet`} actions={create}>
      {empty?.text ?? `They appear here as soon as there are some.`}
    </Empty>
  );
}
