import { type Counted, proof } from "./counted";
import { draw } from "./parts.server";

interface ColumnChart {
  label: string;
  series: { name: string; color: number }[];
  points: { label: string; short: string; parts: { text: string; counted: Counted }[] }[];
  axis(value: number): string;
}

export function columnChart({ label, series, points }: ColumnChart): string {
  return draw(
    <table className="table compact">
      <caption className="sr-only">{label}</caption>
      <thead>
        <tr>
          <th scope="col">When</th>
          {series.map(({ name }) => (
            <th key={name} scope="col" className="end">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {points.map(({ label, parts }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            {parts.map(({ text, counted }) => (
              <td key={text} className="num end">
                <a {...proof(counted)} className="link">
                  {text}
                </a>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>,
  );
}
