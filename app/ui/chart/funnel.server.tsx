import { type Counted, proof } from "./counted";
import { round } from "./geometry.server";
import { draw, Unseen } from "./parts.server";

interface Step {
  label: string;
  text: string;
  /** Change from the previous step, such as "−38%"; empty for the first. */
  drop: string;
  counted: Counted;
}

/** Draws the steps of a funnel as an accessible table. The widest bar takes the full width. */
export function funnel({
  label,
  heads,
  steps,
}: {
  label: string;
  heads: [string, string, string];
  steps: Step[];
}): string {
  const max = Math.max(1, ...steps.map(({ counted }) => counted.value));
  const widthOf = (step?: Step) => (Math.max(0, step?.counted.value ?? 0) / max) * 100;
  return draw(
    <table className="funnel" role="table">
      <Unseen label={label} heads={heads} />
      <tbody role="rowgroup">
        {steps.map((step, at) => (
          <tr key={step.label} role="row">
            <th scope="row" role="rowheader">
              <bdi>{step.label}</bdi>
            </th>
            <td className="num funnel-value" role="cell">
              <a {...proof(step.counted)}>{step.text}</a>
            </td>
            <td className="num funnel-drop" role="cell">
              {step.drop}
            </td>
            <td className="funnel-bar" aria-hidden="true">
              {at > 0 && <Neck from={widthOf(steps[at - 1])} to={widthOf(step)} />}
              <svg className="funnel-step" viewBox="0 0 100 1" preserveAspectRatio="none">
                <Bar width={widthOf(step)} />
              </svg>
            </td>
          </tr>
        ))}
      </tbody>
    </table>,
  );
}

/** A step's bar: small values keep a minimum width, and 0 shows a grey placeholder. */
function Bar({ width }: { width: number }) {
  const seen = width > 0 ? Math.max(0.6, width) : 4;
  return (
    <rect
      x={round(50 - seen / 2)}
      width={round(seen)}
      height="1"
      className={width > 0 ? "fill-chart-1" : "fill-chart-grid"}
    />
  );
}

/** The shape between two bars. */
function Neck({ from, to }: { from: number; to: number }) {
  const corners = [50 - from / 2, 0, 50 + from / 2, 0, 50 + to / 2, 1, 50 - to / 2, 1];
  return (
    <svg className="funnel-neck" viewBox="0 0 100 1" preserveAspectRatio="none">
      <polygon points={corners.map(round).join(" ")} className="fill-chart-1 opacity-15" />
    </svg>
  );
}
