import { classes } from "~/ui/classes";
import { Icon } from "~/ui/icons/icon";
import { statusIcon, statusTitle } from "~/ui/values/status-badge";
import { Time } from "~/ui/values/time";
import type { Step } from "./progress";

const marks = {
  done: "bg-primary text-on-primary",
  current: "bg-primary-tint text-primary-text ring-2 ring-primary",
  skipped: "bg-neutral-tint text-subtle",
  ahead: "bg-neutral-tint text-subtle",
  end: "bg-neutral-tint text-neutral-text ring-2 ring-border-strong",
} as const;

/** The way of an order, step by step, each with the moment it was reached. */
export function Progress({ steps }: { steps: Step[] }) {
  const now = steps.findLastIndex(({ state }) => state !== "ahead");
  return (
    <section className="card" aria-label="Progress">
      <ol className="flex px-5 pt-5 pb-4 max-sm:px-2">
        {steps.map((step, index) => (
          <li
            key={step.status}
            className="relative flex min-w-0 flex-1 flex-col items-center px-1 text-center"
            aria-current={index === now ? "step" : undefined}
          >
            {index > 0 && <Line reached={step.state !== "ahead"} />}
            <span className={classes("grid size-8 place-items-center rounded-full", marks[step.state])}>
              <Icon name={step.state === "done" ? "check" : (statusIcon(step.status) ?? "circle-dot")} />
            </span>
            <span className={classes("mt-2 max-w-full text-sm font-medium wrap-anywhere", !step.at && "text-muted")}>
              {statusTitle(step.status)}
            </span>
            <span className="num text-xs text-muted">
              {step.at ? <Time value={step.at} clock /> : step.state === "skipped" ? "Skipped" : "Still to come"}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The line to the previous step. */
function Line({ reached }: { reached: boolean }) {
  return (
    <span
      className={classes(
        "absolute end-[calc(50%+1.25rem)] top-4 h-0.5 w-[calc(100%-2.5rem)] -translate-y-1/2 rounded",
        reached ? "bg-primary" : "bg-border-strong",
      )}
    />
  );
}
