import { ChartCard } from "~/ui/chart/cards";

export interface Sample {
  title: string;
  html: string;
}

export function Charts({ wide, narrow }: { wide: Sample[]; narrow: Sample[] }) {
  return (
    <div id="charts" className="dashboard lg:col-span-2">
      <div className="cards grid-flow-dense">
        {wide.map(({ title, html }) => (
          <ChartCard key={title} wide title={title} html={html} />
        ))}
        {narrow.map(({ title, html }) => (
          <ChartCard key={title} title={title} html={html} />
        ))}
      </div>
    </div>
  );
}
