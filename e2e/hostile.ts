/** Extremely long names for everything in a database that has a name. */
import { openWriter } from "../db/connection";
import { productCategories } from "../db/lookups";

/** Names of 120 characters, with and without spaces. */
const names = [
  "Wolfeschlegel Steinhausen Bergerdorff ".repeat(4).slice(0, 120).trim().padEnd(120, "f"),
  "Wolfeschlegelsteinhausenbergerdorff".repeat(4).slice(0, 120),
];

const columns: Record<string, string[]> = {
  users: ["name"],
  orders: ["customer_name"],
  invoices: ["customer_name"],
  products: ["title"],
  sold_items: ["name"],
  reviews: ["user_name"],
  tickets: ["subject", "requester_name"],
  replies: ["author_name"],
  canned_replies: ["title"],
  faqs: ["question"],
  candidates: ["name", "headline"],
  career_jobs: ["title", "manager_name"],
  interviews: ["interviewer_name"],
  stage_events: ["by_name"],
  courses: ["title", "teacher_name"],
  lessons: ["title"],
  enrolments: ["learner_name"],
  course_tasks: ["title"],
  journal: ["label", "by_name"],
  notifications: ["from_name"],
  messages: ["from_name"],
  saved_views: ["name"],
  payment_methods: ["holder"],
  sign_ins: ["device"],
};

/** Columns whose lines are stored as JSON. */
const lines = { orders: "items", invoices: "lines" };

/**
 * Renames everything to one of the two names in turn, and gives each category some products. `file` is the database
 * of an app, which may be running.
 */
export function nameAll(file: string) {
  const database = openWriter(file);
  database.function("hostile", (id: number) => names[id % 2] ?? "");
  database.function("category", (id: number) => productCategories[id % productCategories.length]?.value ?? "");
  database.transaction(() => {
    database.exec("update products set category = category(id)");
    for (const [table, called] of Object.entries(columns))
      database.exec(`update ${table} set ${called.map((name) => `${name} = hostile(rowid)`).join(", ")}`);
    for (const [table, column] of Object.entries(lines)) {
      database.exec(
        `update ${table} set ${column} = (select json_group_array(json_set(value, '$.name', hostile(key))) from json_each(${column}))`,
      );
    }
  })();
  database.close();
}
