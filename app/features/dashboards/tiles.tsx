import { proof } from "~/ui/chart/counted";
import { Drawn } from "~/ui/chart/drawn";
import { classes } from "~/ui/classes";
import { Icon } from "~/ui/icons/icon";
import { type Change, type Figure, isKnown } from "./figures";

interface TilesProps {
  figures: Figure[];
  /** The page's comparison period, which narrow tiles do not repeat. */
  versus: string;
}

/** The figures of a dashboard as tiles, in the largest font size that fits the longest one. */
export function Tiles({ figures, versus }: TilesProps) {
  const longest = Math.max(...figures.map(({ text }) => text.length));
  return (
    <div
      className={classes("figures", `figures-${figures.length}`)}
      data-letters={steps.find((letters) => longest <= letters)}
    >
      {figures.map((figure) => (
        <Tile key={figure.title} figure={figure} isUsual={figure.versus === versus} />
      ))}
    </div>
  );
}

/** Text lengths at which `dashboards.css` reduces the font size. */
const steps = [7, 10, 13];

interface TileProps {
  figure: Figure;
  /** Whether the comparison is the page's usual one. */
  isUsual: boolean;
}

function Tile({ figure: { title, text, of, change, versus, spark }, isUsual }: TileProps) {
  return (
    <section className="card tile">
      <h2 className="text-sm text-muted">{title}</h2>
      <p className="tile-value">{"href" in of ? <a {...proof(of)}>{text}</a> : <span>{text}</span>}</p>
      <div className="tile-facts">
        {isKnown(change) ? (
          <p className="num">
            <span className="inline-flex flex-wrap items-center gap-x-1.5">
              <Trend change={change} /> <span className={classes(isUsual && "tile-usual")}>vs {versus}</span>
            </span>
          </p>
        ) : (
          <p>Nothing to compare with</p>
        )}
        {"part" in of && (
          <p className="num">
            <bdi>
              <a {...proof(of.part)} className="link">
                {of.part.text}
              </a>{" "}
              {of.over ? "over" : "of"}{" "}
              <a {...proof(of.whole)} className="link">
                {of.whole.text}
              </a>
            </bdi>
          </p>
        )}
      </div>
      {spark && <Drawn html={spark} className="tile-spark" />}
    </section>
  );
}

const trends = {
  up: { icon: "arrow-up-right", word: "Up " },
  down: { icon: "arrow-down-right", word: "Down " },
} as const;

/** An arrow and by how much. Green and red mean better and worse, not up and down. */
export function Trend({ change: { text, direction, good } }: { change: Change }) {
  if (direction === "same") return <span className="font-medium">{text}</span>;
  const { icon, word } = trends[direction];
  const look = good === undefined ? "text-text" : good ? "text-success-text" : "text-error-text";
  return (
    <span className={classes("inline-flex items-baseline gap-0.5 font-medium", look)}>
      <Icon name={icon} flip className="size-3.5! self-center" />
      <span className="sr-only">{word}</span>
      <span>{text}</span>
    </span>
  );
}
