import { type Counted, proof } from "./counted";
import { arc } from "./geometry.server";
import { draw, grounds, strokes, Unseen } from "./parts.server";

interface Slice {
  label: string;
  text: string;
  /** Its part of the whole, such as "49%". */
  share: string;
  counted: Counted;
  /** 1 to 6. */
  color: number;
}

/** Parts of a whole, at most six, with a table of them that is also the legend. */
export function donut({
  label,
  total,
  noun,
  heads,
  slices,
}: {
  label: string;
  total: string;
  noun: string;
  heads: [string, string, string];
  slices: Slice[];
}): string {
  const whole = slices.reduce((sum, { counted }) => sum + Math.max(0, counted.value), 0);
  let at = 0;
  const arcs = slices.map(({ counted, color, label }) => {
    const from = at;
    at += whole > 0 ? Math.max(0, counted.value) / whole : 0;
    return { label, color, d: arc(from, at, 43) };
  });
  return draw(
    <>
      <div className="donut" aria-hidden="true">
        <svg viewBox="0 0 100 100" fill="none" strokeWidth="13">
          {whole === 0 && <circle cx="50" cy="50" r="43" className="stroke-chart-grid" />}
          {arcs.map(({ label, color, d }) => d && <path key={label} d={d} className={strokes[color - 1]} />)}
        </svg>
        <p>
          <b className={total.length > 5 ? "long" : undefined}>{total}</b>
          {noun}
        </p>
      </div>
      <table className="legend" role="table">
        <Unseen label={label} heads={heads} />
        <tbody role="rowgroup">
          {slices.map(({ label, text, share, counted, color }) => (
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
