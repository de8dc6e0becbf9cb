import { useLocation } from "@remix-run/react";
import type { Review } from "db/schema";
import { formatNumber, howMany } from "~/core/values/noun";
import { activeFilters, listHref, type ListView } from "~/core/list/list";
import { Avatar } from "~/ui/values/avatar";
import { classes } from "~/ui/classes";
import { Alert } from "~/ui/alert";
import { Card, CardBody } from "~/ui/card";
import { Icon } from "~/ui/icons/icon";
import { pageRange, Pagination } from "~/ui/list/pagination";
import { Segments } from "~/ui/list/tabs";
import { Time } from "~/ui/values/time";
import { Form } from "~/ui/owned-form";
import { Stars } from "./star-icons";

interface ReviewsProps {
  reviews: DisplayedReview[];
  view: ListView;
  /** Whether users may vote on reviews. */
  open: boolean;
}

/** A review with the current user's vote. */
type DisplayedReview = Pick<
  Review,
  "id" | "createdAt" | "rating" | "review" | "userId" | "userName" | "userImage" | "likes" | "dislikes"
> & { vote?: "like" | "dislike" };

const orders = [
  { sort: "-createdAt", title: "Newest" },
  { sort: "-rating", title: "Highest" },
  { sort: "rating", title: "Lowest" },
  { sort: "-likes", title: "Most helpful" },
];

/** The reviews of a product, with pages and sort order in the URL. */
export function Reviews({ reviews, view, open }: ReviewsProps) {
  const sorted = (view.sort.descending ? "-" : "") + view.sort.key;
  const tabs = orders.map(({ sort, title }) => ({
    title,
    href: `${listHref(view, { sort: sort === "-createdAt" ? null : sort })}#reviews`,
    current: sort === sorted,
  }));
  return (
    <Card
      id="reviews"
      title="Reviews"
      aside={view.everything > 1 && <Segments label="Order" tabs={tabs} />}
      className="scroll-mt-20"
    >
      <Chips view={view} />
      {view.failed ? (
        <CardBody>
          <Alert family="error" role="alert">
            <strong>{view.failed}</strong> Load the page again in a moment.
          </Alert>
        </CardBody>
      ) : reviews.length === 0 ? (
        <CardBody className="text-muted">
          {view.everything === 0
            ? "Nobody has reviewed this product yet."
            : "No review matches. Take the filter away to see them all."}
        </CardBody>
      ) : (
        <ol className="divide-y divide-border">
          {reviews.map((review) => (
            <Item key={review.id} review={review} open={open} />
          ))}
        </ol>
      )}
      {view.pages > 1 && (
        <Pagination
          page={view.page}
          pages={view.pages}
          href={(page) => `${listHref(view, { page: page === 1 ? null : page })}#reviews`}
        >
          <p className="num">{pageRange(view.page, view.size, view.total)}</p>
        </Pagination>
      )}
    </Card>
  );
}

function Chips({ view }: { view: ListView }) {
  const chips = activeFilters(view);
  if (chips.length === 0) return null;
  return (
    <ul className="filters filter-row no-print" aria-label="Active filters">
      {chips.map((chip) => (
        <li key={chip.href} className="filter-chip on">
          <bdi className="truncate self-center ps-2.5">{chip.label}</bdi>
          <a href={`${chip.href}#reviews`} aria-label={`Remove the filter ${chip.label}`}>
            <Icon name="x" />
          </a>
        </li>
      ))}
    </ul>
  );
}

function Item({ review, open }: { review: DisplayedReview; open: boolean }) {
  const { id, createdAt, rating, review: text, userId, userName, userImage } = review;
  return (
    <li id={`review-${id}`} className="flex scroll-mt-20 gap-3 px-5 py-4">
      <Avatar person={{ id: userId ?? id, name: userName, image: userImage }} />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center justify-between gap-x-3">
          <p className="font-medium">
            <bdi>{userName}</bdi>
          </p>
          <Time value={createdAt} className="num text-sm text-muted" />
        </div>
        <Stars count={rating} />
        <p className="mt-1.5 wrap-anywhere whitespace-pre-line">{text}</p>
        <Votes review={review} open={open} />
      </div>
    </li>
  );
}

function Votes({ review, open }: { review: DisplayedReview; open: boolean }) {
  const { pathname, search } = useLocation();
  const sides = [
    { vote: "like", count: review.likes, icon: "thumbs-up", name: "Helpful" },
    { vote: "dislike", count: review.dislikes, icon: "thumbs-down", name: "Not helpful" },
  ] as const;
  return (
    <Form method="post" action={`/reviews/${review.id}/vote`} preventScrollReset className="mt-2 flex gap-2">
      <input type="hidden" name="back" value={`${pathname}${search}#review-${review.id}`} />
      {sides.map(({ vote, count, icon, name }, place) => {
        const mine = review.vote === vote;
        return (
          <button
            key={vote}
            name="vote"
            value={mine ? "none" : vote}
            disabled={!open}
            aria-pressed={mine}
            aria-label={`${name}: ${howMany(count, { one: "person", many: "people" })}`}
            title={name}
            className={classes(
              "btn btn-sm",
              place === 0 && "flush-start",
              mine ? "btn-secondary text-primary-text!" : "btn-ghost",
            )}
          >
            <Icon name={icon} />
            <span className="num">{formatNumber(count)}</span>
          </button>
        );
      })}
    </Form>
  );
}
