import { type Counted, proof } from "./counted";
import { draw } from "./parts.server";

interface Step {
  label: string;
  text: string;
  /** How many fewer than in the step before, such as "−38%"; nothing for the first. */
  drop: string;
  counted: Counted;
}

/** Steps of a way, each with how many came so far. */
export function funnel({ label, heads, steps }: { label: string; heads: [string, string, string]; steps: Step[] }): string {
  return draw(
    <table className="table compact">
      <caption className="sr-only">{label}</caption>
      <thead>
        <tr>
          {heads.map((head, place) => (
            <th key={head} scope="col" className={place > 0 ? "end" : undefined}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {steps.map(({ label, text, drop, counted }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td className="num end">
              <a {...proof(counted)} className="link">
                {text}
              </a>
            </td>
            <td className="num end text-muted">{drop}</td>
          </tr>
        ))}
      </tbody>
    </table>,
  );
}
