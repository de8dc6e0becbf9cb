import { Card, CardBody } from "~/ui/card";
import { Time } from "~/ui/values/time";
import type { ActivitySentence } from "./activity-sentence";

/**
 * Recent activity, one line per act. It has no undo buttons, so that nobody reverts other people's changes by
 * accident.
 */
export function Activity({ acts, className }: { acts: ActivitySentence[]; className?: string }) {
  return (
    <Card
      title="Recent activity"
      className={className}
      aside={
        <a className="link reach text-sm" href="/activity">
          All activity
        </a>
      }
    >
      {acts.length === 0 ? (
        <CardBody className="text-muted">Nothing has happened here yet.</CardBody>
      ) : (
        <ol className="acts">
          {acts.map(({ id, at, by, verb, what, rest, href }) => (
            <li key={id} className="wrap-anywhere">
              <b className="font-medium">
                <bdi>{by}</bdi>
              </b>{" "}
              <span className="text-muted">{verb}</span>{" "}
              {href ? (
                <a href={href} className="link">
                  <bdi>{what}</bdi>
                </a>
              ) : (
                <bdi>{what}</bdi>
              )}
              <span className="text-muted">{rest}</span>{" "}
              <Time value={at} relative className="whitespace-nowrap text-subtle" />
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}
