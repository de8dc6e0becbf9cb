import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { afterEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { parseForm } from "~/core/form/form.server";
import type { FormState } from "~/core/form/form-state";
import { Button } from "~/ui/button";
import { TextField } from "./fields";
import { type Row, Rows } from "./rows";

afterEach(cleanup);

const features = [
  { name: "Volume", value: "28 litres" },
  { name: "Weight", value: "860 g" },
  { name: "Material", value: "Ripstop" },
];
type Given = Partial<Omit<Parameters<typeof Rows>[0], "children">>;

const buttons = (row: Row) => (
  <>
    <Button size="icon" icon="x" {...row.remove} />
    <Button size="icon" icon="arrow-up" {...row.up} />
    <Button size="icon" icon="arrow-down" {...row.down} />
  </>
);

function Features({ form, ...given }: Given) {
  return (
    <Rows
      name="features"
      noun={{ one: "feature", many: "features" }}
      record={features}
      form={form}
      calledBy="name"
      blank={{ value: "none" }}
      {...given}
    >
      {(row) => (
        <div>
          <TextField
            form={form}
            name={row.name("name")}
            label={`Name ${row.index + 1}`}
            defaultValue={row.value("name")}
          />
          <TextField
            form={form}
            name={row.name("value")}
            label={`Value ${row.index + 1}`}
            defaultValue={row.value("value")}
          />
          {buttons(row)}
        </div>
      )}
    </Rows>
  );
}

function Offers({ form, ...given }: Given) {
  return (
    <Rows
      name="offers"
      noun={{ one: "offer", many: "offers" }}
      record={["a", "b", "c"]}
      texts
      form={form}
      calledBy=""
      {...given}
    >
      {(row) => (
        <div>
          <input aria-label={`Offer ${row.index + 1}`} id={row.id()} name={row.name()} defaultValue={row.value()} />
          {buttons(row)}
        </div>
      )}
    </Rows>
  );
}

const inForm = (children: React.ReactNode) => <form>{children}</form>;

/** Returns what the form would send, without the button. */
const sent = () => [...new FormData(document.querySelector("form") ?? undefined)];
const names = () => sent().flatMap(([name, value]) => (name.endsWith(".name") ? [value] : []));
const texts = () => sent().map(([, value]) => value);
const button = (name: string) =>
  [...document.querySelectorAll("button")].find((button) => (button.ariaLabel ?? button.textContent) === name) ??
  expect.fail(`no button ${name}`);
/** Clicks a button and expects that it does not send the form. */
const press = (name: string) => expect(fireEvent.click(button(name))).toBe(false);
const type = (label: string, text: string) => {
  const field = screen.getByLabelText<HTMLInputElement>(label);
  fireEvent.change(field, { target: { value: text } });
  fireEvent.blur(field);
};
const said = () => screen.getByRole("status").textContent;
const focused = () =>
  document.activeElement?.getAttribute("aria-label") ??
  (document.activeElement?.textContent || document.activeElement?.getAttribute("name"));

describe("rows of fields", () => {
  test("rows of fields in a line are moved earlier and later", () => {
    render(inForm(<Offers sideways />));
    press("Move c earlier");
    expect(texts()).toEqual(["a", "c", "b"]);
    press("Move a later");
    expect(texts()).toEqual(["c", "a", "b"]);
  });

  test("show the values of the record", () => {
    render(inForm(<Features />));
    expect(sent()).toEqual(
      [0, 1, 2].flatMap((row) => [
        [`features.${row}.name`, features[row]?.name],
        [`features.${row}.value`, features[row]?.value],
      ]),
    );
    expect(screen.getByRole("group", { name: "Features" }).id).toBe("field-features");
  });

  test("can be added at the end with the default values, and the new one gets the focus", () => {
    render(inForm(<Features />));
    press("Add feature");
    expect(sent().slice(6)).toEqual([
      ["features.3.name", ""],
      ["features.3.value", "none"],
    ]);
    expect([focused(), said()]).toEqual(["features.3.name", "Feature 4 was added."]);
  });

  test("lead to the next row on Enter if enabled, and to a new one after the last, without submitting the form", () => {
    render(inForm(<Features />));
    expect(fireEvent.keyDown(screen.getByLabelText("Value 1"), { key: "Enter" })).toBe(true);
    cleanup();
    render(inForm(<Features byEnter />));
    const enter = (label: string) => fireEvent.keyDown(screen.getByLabelText(label), { key: "Enter" });
    expect(enter("Value 1")).toBe(false); // otherwise the browser would submit the form
    expect(focused()).toBe("features.1.name");
    expect(enter("Name 3")).toBe(true); // nothing was typed into the last row
    type("Name 3", "Cloth");
    expect(enter("Name 3")).toBe(false);
    expect([focused(), said()]).toEqual(["features.3.name", "Feature 4 was added."]);
    expect(fireEvent.keyDown(screen.getByLabelText("Name 4"), { key: "Enter", ctrlKey: true })).toBe(true);
  });

  test("can be removed; the focus goes to the next row, then to the one before, and finally to the Add button", () => {
    render(inForm(<Features />));
    press("Remove Weight");
    expect([names(), focused(), said()]).toEqual([
      ["Volume", "Material"],
      "Remove Material",
      "Weight was removed. 2 features left.",
    ]);
    press("Remove Material");
    expect([names(), focused(), said()]).toEqual([
      ["Volume"],
      "Remove Volume",
      "Material was removed. 1 feature left.",
    ]);
    press("Remove Volume");
    expect([names(), focused(), said()]).toEqual([[], "Add feature", "Volume was removed. No features left."]);
    expect(screen.getByText("No features yet.")).toBeTruthy();
  });

  test("move together with their input, and the focus stays on the button, or moves to its counterpart at the end", () => {
    render(inForm(<Features />));
    type("Value 1", "typed");
    press("Move Volume down");
    expect([names(), focused(), said()]).toEqual([
      ["Weight", "Volume", "Material"],
      "Move Volume down",
      "Volume is now 2 of 3.",
    ]);
    press("Move Volume down");
    expect([names(), focused()]).toEqual([["Weight", "Material", "Volume"], "Move Volume up"]);
    expect(button("Move Volume down").disabled).toBe(true);
    press("Move Volume up");
    expect(sent().slice(2, 4)).toEqual([
      ["features.0.name", "Volume"],
      ["features.0.value", "typed"],
    ]);
  });

  test("keep their input when another is removed, and a new one gets none of it", () => {
    render(inForm(<Features />));
    type("Value 3", "typed");
    press("Remove Material");
    press("Add feature");
    expect(sent().slice(4)).toEqual([
      ["features.3.name", ""],
      ["features.3.value", "none"],
    ]);
    type("Value 3", "new");
    press("Remove Volume");
    expect(sent()).toEqual([
      ["features.1.name", "Weight"],
      ["features.1.value", "860 g"],
      ["features.3.name", ""],
      ["features.3.value", "new"],
    ]);
  });

  test("are named by their content, or by their position", () => {
    render(inForm(<Features />));
    type("Name 2", "Mass");
    type("Name 3", "");
    expect(button("Remove Mass")).toBeTruthy();
    press("Remove feature 3");
    expect(said()).toBe("Feature 3 was removed. 2 features left.");
    cleanup();
    render(inForm(<Features calledBy={undefined} />));
    expect(button("Remove feature 1")).toBeTruthy();
  });

  test("may have hidden fields, which get no focus", () => {
    render(
      <Rows name="lines" noun={{ one: "line", many: "lines" }}>
        {(row) => (
          <>
            <input type="hidden" name={row.name("id")} value="" />
            <input name={row.name("title")} />
          </>
        )}
      </Rows>,
    );
    press("Add line");
    expect(focused()).toBe("lines.0.title");
  });

  test("may have another layout, and another text if there are none", () => {
    render(
      <Features
        record={[]}
        empty={<p>Nothing special.</p>}
        frame={({ rows, add }) => (
          <section>
            {add} {rows}
          </section>
        )}
      />,
    );
    expect(screen.getByText("Nothing special.").parentElement?.textContent).toBe("Add feature Nothing special.");
  });

  test("are limited to two hundred, and the form says so", () => {
    render(inForm(<Features record={Array.from({ length: 199 }, (_, row) => ({ name: `Row ${row}`, value: "" }))} />));
    press("Add feature");
    press("Add feature");
    expect([names().length, said()]).toEqual([200, "At most 200 rows fit here. Remove one before you add another."]);
  });
});

describe("rows of a returned form", () => {
  const refused: FormState = {
    fields: {
      "features.7.name": "Depth",
      "features.7.value": "?",
      "features.2.name": "Height",
      "features.2.value": "?",
    },
    errors: { "features.2.value": "Enter a value", features: "Add two" },
  };

  test("are those that were sent, in their order, with the errors beside the field and the list", () => {
    render(inForm(<Features form={refused} />));
    expect(names()).toEqual(["Depth", "Height"]);
    expect(screen.getByLabelText("Value 2").getAttribute("aria-invalid")).toBe("true");
    expect(screen.getByText("Enter a value")).toBeTruthy();
    const described = screen.getByRole("group", { name: "Features" }).getAttribute("aria-describedby") ?? "";
    expect(document.getElementById(described)?.textContent).toBe("Add two");
  });

  test("are none if none were sent, whatever the record has", () => {
    render(inForm(<Features form={{ fields: {}, errors: {} }} />));
    expect(sent()).toEqual([]);
  });

  test("keep their errors when they move, and a new one has nothing of the record", () => {
    render(inForm(<Features form={refused} />));
    press("Move Height up");
    expect(names()).toEqual(["Height", "Depth"]);
    expect(screen.getByLabelText("Value 1").getAttribute("aria-invalid")).toBe("true");
    press("Add feature");
    expect(sent().at(-1)).toEqual(["features.8.value", "none"]);
  });

  test("are replaced if the server has changed them", () => {
    const { rerender } = render(
      inForm(
        <>
          <Features />
          <Offers />
        </>,
      ),
    );
    const form = {
      fields: { "features.2.name": "Material", "features.2.value": "Ripstop", "features.3.name": "", offers: ["b"] },
      errors: {},
    };
    rerender(
      inForm(
        <>
          <Features form={form} />
          <Offers form={form} />
        </>,
      ),
    );
    expect(sent()).toEqual([
      ["features.2.name", "Material"],
      ["features.2.value", "Ripstop"],
      ["features.3.name", ""],
      ["features.3.value", "none"],
      ["offers", "b"],
    ]);
  });

  test("replace those of the page, and no text moves to another row", () => {
    const { rerender } = render(
      inForm(
        <>
          <Features />
          <Offers />
        </>,
      ),
    );
    press("Remove Weight");
    press("Remove b");
    type("Offer 2", "changed");
    press("Add offer");
    const fields = {
      "features.0.name": "Volume",
      "features.0.value": "?",
      "features.2.name": "Material",
      "features.2.value": "?",
      offers: ["a", "changed", ""],
    };
    const before = screen.getByLabelText("Name 2");
    rerender(
      inForm(
        <>
          <Features form={{ fields, errors: {} }} />
          <Offers form={{ fields, errors: {} }} />
        </>,
      ),
    );
    expect(names()).toEqual(["Volume", "Material"]);
    expect(screen.getByLabelText("Name 2")).toBe(before); // keeps a chosen file and the cursor
    expect(sent().flatMap(([name, value]) => (name === "offers" ? [value] : []))).toEqual(["a", "changed", ""]);
  });
});

describe("a list of text fields", () => {
  test("has one name for all, and an id for each", () => {
    render(inForm(<Offers />));
    expect(sent()).toEqual([
      ["offers", "a"],
      ["offers", "b"],
      ["offers", "c"],
    ]);
    expect(["Offer 1", "Offer 3"].map((label) => screen.getByLabelText(label).id)).toEqual([
      "field-offers.0",
      "field-offers.2",
    ]);
  });

  test("can be added to, removed from and moved, with the input", () => {
    render(inForm(<Offers />));
    type("Offer 3", "typed");
    press("Remove a");
    press("Move typed up");
    expect([texts(), focused(), said()]).toEqual([["typed", "b"], "Move typed down", "Typed is now 1 of 2."]);
    press("Add offer");
    expect([texts(), focused()]).toEqual([["typed", "b", ""], "Offer 3"]);
    press("Remove typed");
    expect([texts(), focused()]).toEqual([["b", ""], "Remove b"]);
  });
});

describe("rows without scripts", () => {
  const Form = z.object({
    features: z.array(z.object({ name: z.string(), value: z.string() })),
    offers: z.array(z.string()),
  });
  const Page = ({ form }: { form?: FormState }) => (
    <form>
      <Features form={form} />
      <Offers form={form} />
    </form>
  );

  /** Posts the form as a browser without scripts does, and renders the response. */
  async function post(name: string, form?: FormState): Promise<FormState> {
    document.body.innerHTML = renderToString(<Page form={form} />);
    const pressed = button(name);
    expect([pressed.type, pressed.getAttribute("formaction")]).toEqual([
      "submit",
      `#${pressed.closest("[role=group]")?.id}`,
    ]); // the fragment at which the response starts
    const body = new URLSearchParams([
      ...sent().map(([name, value]): [string, string] => [name, String(value)]),
      [pressed.name, pressed.value],
    ]);
    const { fields, errors } = await parseForm(new Request("http://portico.test/", { method: "POST", body }), Form);
    document.body.innerHTML = renderToString(<Page form={{ fields, errors }} />);
    return { fields, errors };
  }
  const values = () => sent().map(([name, value]) => [name.replace(/\d+/, "N"), value]);

  test.each([
    [["Add feature"]],
    [["Remove Volume", "Add feature"]],
    [["Remove Weight", "Move Material up"]],
    [["Move Weight down", "Move Weight up", "Remove Material"]],
    [["Add offer", "Remove a"]],
    [["Move c up", "Move a down"]],
    [["Remove a", "Remove b", "Remove c", "Add offer", "Add offer"]],
    [["Remove Volume", "Remove Weight", "Remove Material", "Add feature"]],
  ])("%j has the same effect as with scripts", async (pressed) => {
    let form: FormState | undefined;
    for (const name of pressed) form = await post(name, form);
    const posted = values();
    document.body.innerHTML = "";
    render(<Page />);
    pressed.forEach(press);
    expect(values()).toEqual(posted);
  });
});
