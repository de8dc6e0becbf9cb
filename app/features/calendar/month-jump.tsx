import { Form } from "@remix-run/react";
import { Button } from "~/ui/button";
import { calendarPath, firstYear, lastYear, monthNames } from "./month";

/** Form to go to a month by name and year. */
export function MonthJump({ month }: { month: string }) {
  const [year, number] = month.split("-");
  return (
    <Form key={month} method="get" action={calendarPath} aria-label="Go to a month" className="flex flex-wrap gap-2">
      <select name="month" aria-label="Month" className="input w-auto" defaultValue={number}>
        {monthNames.map((name, index) => (
          <option key={name} value={String(index + 1).padStart(2, "0")}>
            {name}
          </option>
        ))}
      </select>
      <input
        name="year"
        type="number"
        min={firstYear}
        max={lastYear}
        required
        aria-label="Year"
        className="input num w-24"
        defaultValue={year}
      />
      <Button type="submit" variant="outline">
        Go
      </Button>
    </Form>
  );
}
