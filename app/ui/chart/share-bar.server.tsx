import { type Counted, proof } from "./counted";
import { round } from "./geometry.server";
import { draw, fills, grounds, Unseen } from "./parts.server";

interface SharePart {
  label: string;
  text: string;
  /** Share of the whole, such as "49%". */
  share: string;
  counted: Counted;
  /** Colour, 1 to 6. */
  color: number;
}

interface ShareBar {
  label: string;
  /** Total of the parts and its noun, such as "300" and "orders". */
  total: string;
  noun: string;
  heads: [string, string, string];
  /** Parts in drawing order, at most six. */
  parts: SharePart[];
}

/** Draws the parts of a whole as one bar, above a table that is also its legend. */
export function shareBar({ label, total, noun, heads, parts }: ShareBar): string {
  return draw(
    <>
      <p className="share-total" aria-hidden="true">
        <b>{total}</b> {noun}
      </p>
      <svg className="share-bar" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
        <Segments parts={parts} />
      </svg>
      <table className="legend" role="table">
        <Unseen label={label} heads={heads} />
        <tbody role="rowgroup">
          {parts.map(({ label, text, share, counted, color }) => (
            <tr key={label} role="row">
              <th scope="row" role="rowheader">
                <i className={`key ${grounds[color - 1]}`} />
                <a {...proof(counted)}>
                  <bdi>{label}</bdi>
                </a>
              </th>
              <td className="num" role="cell">
                {text}
              </td>
              <td className="num text-muted" role="cell">
                {share}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>,
  );
}

/** Gap between two segments and minimum width of one, in percent of the bar. */
const [gap, smallest] = [0.5, 1];

function Segments({ parts }: Pick<ShareBar, "parts">) {
  const drawn = parts.filter(({ counted }) => counted.value > 0);
  if (drawn.length === 0) return <rect width="100" height="1" className="fill-chart-grid" />;
  const whole = drawn.reduce((sum, { counted }) => sum + counted.value, 0);
  const room = 100 - gap * (drawn.length - 1) - smallest * drawn.length;
  let end = -gap;
  return drawn.map(({ label, color, counted }) => {
    const [x, width] = [end + gap, smallest + (counted.value / whole) * room];
    end = x + width;
    return <rect key={label} x={round(x)} width={round(width)} height="1" className={fills[color - 1]} />;
  });
}
