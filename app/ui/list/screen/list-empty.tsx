import { formatNumber } from "~/core/values/noun";
import type { ListScreenView } from "~/core/list/list";
import { ButtonLink } from "~/ui/button";
import { Empty } from "~/ui/empty";
import { clearHref } from "./list-filters";
import { useTicked } from "./ticked";

interface ListEmptyProps {
  view: ListScreenView;
  empty?: { title: string; text: string };
}

const noElement = { current: null };

/** Explains an empty list: nothing yet, an empty trash, or no matches. */
export function ListEmpty({ view, empty }: ListEmptyProps) {
  useTicked(noElement, view); // clears the selection, so that it is not restored later
  const { noun, create } = view;
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
        {view.q ? "Try another word" : "Take a filter away"}, or look through all {formatNumber(view.everything)}
        {view.everythingMore && "+"}.
      </Empty>
    );
  }
  if (view.trash) {
    const { emptyTitle, emptyText } = view.removal;
    return <Empty title={emptyTitle}>{emptyText}</Empty>;
  }
  const link = create && (
    <ButtonLink variant="outline" icon="plus" href={create.href}>
      {create.label}
    </ButtonLink>
  );
  return (
    <Empty title={empty?.title ?? `No ${noun.many} yet`} actions={link}>
      {empty?.text ?? `They will appear here.`}
    </Empty>
  );
}
