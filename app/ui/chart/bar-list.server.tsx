import { type Counted, proof } from "./counted";
import { draw, fills, ramp, Unseen } from "./parts.server";

interface BarRow {
  label: string;
  text: string;
  counted: Counted;
  /** Colour of the series, 1 to 6; default 1. */
  color?: number;
  /** Shade of a single colour, 1 to 5, instead of `color`. */
  step?: number;
  /** Length of the bar, 0 to 1. By default its value relative to the largest. */
  share?: number;
}

/**
 * Draws values as bars below their labels, as an accessible table. The longest bar takes the full width, unless rows
 * set `share`.
 */
export function barList({ label, heads, rows }: { label: string; heads: [string, string]; rows: BarRow[] }): string {
  if (rows.length === 0) return draw(<p className="text-sm text-muted">Nothing in these days.</p>);
  const max = Math.max(1, ...rows.map(({ counted }) => counted.value));
  return draw(
    <table className="bar-list" role="table">
      <Unseen label={label} heads={heads} />
      <tbody role="rowgroup">
        {rows.map(({ label, text, counted, color = 1, step, share = Math.max(0, counted.value) / max }) => (
          <tr key={label} role="row">
            <th scope="row" role="rowheader">
              <bdi>{label}</bdi>
            </th>
            <td className="num" role="cell">
              <a {...proof(counted)}>{text}</a>
            </td>
            <td className="bar-cell" aria-hidden="true">
              <svg className="bar" viewBox="0 0 100 1" preserveAspectRatio="none">
                <rect width="100" height="1" className="fill-chart-grid" />
                <rect
                  width={share * 100}
                  height="1"
                  className={step === undefined ? fills[color - 1] : ramp[step - 1]}
                />
              </svg>
            </td>
          </tr>
        ))}
      </tbody>
    </table>,
  );
}
