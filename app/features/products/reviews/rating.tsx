import { formatNumber, howMany } from "~/core/values/noun";
import { listHref, type ListView } from "~/core/list/list";
import { Bar } from "~/ui/values/bar";
import { Card, CardBody } from "~/ui/card";
import { Stars } from "./star-icons";
import { formatRating, type Star } from "./stars";

interface RatingProps {
  rating: number;
  total: number;
  breakdown: { star: Star; count: number }[];
  view: ListView;
}

/** The average rating, and the number of reviews per star, each linked to its reviews. */
export function Rating({ rating, total, breakdown, view }: RatingProps) {
  if (total === 0) return null;
  const chosen = view.filters.find((filter) => filter.name === "rating")?.value;
  return (
    <Card title="Rating">
      <CardBody>
        <p className="flex items-center gap-3">
          <span className="num text-3xl font-semibold">{formatRating(rating)}</span>
          <span>
            <Stars count={Math.round(rating / 100)} />
            <span className="block text-sm text-muted">{howMany(total, "review")}</span>
          </span>
        </p>
        <ul className="mt-4">
          {breakdown.map(({ star, count }) => {
            const current = String(star) === chosen;
            return (
              <li key={star}>
                <a
                  href={`${listHref(view, { rating: current ? null : star })}#reviews`}
                  className="star-row"
                  aria-current={current ? "true" : undefined}
                >
                  <span className="num">{howMany(star, "star")}</span>
                  <Bar part={count} whole={total} />
                  <span className="num text-right text-muted">
                    {formatNumber(count)}
                    <span className="sr-only"> {count === 1 ? "review" : "reviews"}</span>
                  </span>
                </a>
              </li>
            );
          })}
        </ul>
      </CardBody>
    </Card>
  );
}
