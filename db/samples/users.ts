/** The sample's twenty users. Names are invented; pictures are in `public/samples/users`. */
import type { AccessLevel, AreaAccess, UserRole, UserStatus } from "../lookups";
import type { users } from "../schema";
import { content } from "./content";
import { day } from "./parts";

/** The main demo account without Firebase: user 3, the owner. */
export const demo = { id: 3, name: "Mara Ellison", email: "demo@portico.example", password: "portico-demo" } as const;

interface Level {
  id: number;
  /** Name on the login page. */
  title: string;
  access: AccessLevel;
  areas?: AreaAccess;
}

/** Users who can sign in to a sample; all others are only in the directory. */
const levels: Level[] = [
  { id: demo.id, title: "Owner", access: "owner" },
  { id: 10, title: "Support", access: "staff", areas: { support: "change" } },
  { id: 1, title: "Sales", access: "staff", areas: { sales: "change" } },
  ...[4, 9, 12].map((id): Level => ({ id, title: "Client", access: "client" })),
];

interface Person {
  name: string;
  role: UserRole;
  status: UserStatus;
  country: string;
  phone: string;
  daysAgo: number;
  company?: string;
}

const people = () => content<Person[]>("users");

export type SamplePerson = typeof users.$inferInsert & {
  id: number;
  email: string;
  createdAt: Date;
  phone: string;
};

/** The demo accounts without Firebase, all with the password of `demo`. */
export const demoPeople = levels.map(({ id, title }) => ({ title, ...person(id) }));

function person(id: number) {
  const { name = "" } = people()[id - 1] ?? {};
  return { id, name, email: id === demo.id ? demo.email : emailFor(name) };
}

/** Returns the rows, with creation dates relative to `now`. */
export function sampleUsers(now: Date): SamplePerson[] {
  return people().map(({ role, status, country, phone, daysAgo, company }, index) => {
    const id = index + 1;
    const createdAt = new Date(now.getTime() - daysAgo * day + clock(id));
    const { access, areas } = levels.find((level) => level.id === id) ?? {};
    const image = `/samples/users/${id}.svg`;
    return { ...person(id), access, areas, role, status, country, phone, company, image, createdAt };
  });
}

/** Returns an address such as `mateo.alvarez@example.com` for Mateo Álvarez. */
function emailFor(name: string) {
  const plain = name
    .normalize("NFD")
    .replace(/[^A-Za-z -]/g, "")
    .toLowerCase();
  return `${plain.replace(/ /g, ".")}@example.com`;
}

/** Returns an offset of up to two hours, in milliseconds, so that users are not all created at the same minute. */
const clock = (id: number) => ((id * 37) % 120) * 60_000;
