/** The sample's twenty users. Names are invented; pictures are in `public/samples/users`. */
import type { AccessLevel, AreaAccess, UserRole, UserStatus } from "../lookups";
import type { users } from "../schema";
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

type Person = [
  name: string,
  role: UserRole,
  status: UserStatus,
  country: string,
  phone: string,
  daysAgo: number,
  company?: string,
];

const people: Person[] = [
  ["Amara Okafor", "Sales Manager", "Active", "Nigeria", "+234 555 010 0142", 236],
  ["Jonas Lindqvist", "Data Scientist", "Active", "Sweden", "+46 555 01 87", 221, "Lindqvist Analys"],
  [demo.name, "HR Manager", "Active", "United Kingdom", "+44 20 5550 0126", 214],
  ["Priya Raman", "UX Designer", "Active", "India", "+91 555 010 4471", 203, "Raman Design Studio"],
  ["Mateo Álvarez", "IT Support", "Pending", "Argentina", "+54 11 5550 0136", 188],
  ["Noor El-Sayed", "Data Scientist", "Active", "Egypt", "+20 2 5550 0159", 176, "Nile Data Works"],
  ["Hana Kobayashi", "UX Designer", "Active", "Japan", "+81 3 5550 0174", 163, "Kobayashi & Co"],
  ["Lucas Ferreira", "Sales Manager", "Banned", "Brazil", "+55 11 5550 0193", 150],
  ["Elena Petrova", "HR Manager", "Active", "Bulgaria", "+359 2 555 0127", 139, "Vitosha People"],
  ["Kwame Mensah", "IT Support", "Active", "Ghana", "+233 555 010 163", 127],
  ["Sofia Marin", "Sales Manager", "Rejected", "Spain", "+34 555 010 188", 112],
  ["Liam O'Connor", "Data Scientist", "Active", "Ireland", "+353 1 555 0104", 98, "Leeson Analytics"],
  ["Zanele Dlamini", "UX Designer", "Active", "South Africa", "+27 11 555 0135", 87, "Dlamini Creative"],
  ["Oskar Nowak", "IT Support", "Banned", "Poland", "+48 22 555 01 69", 74],
  ["Mei-Ling Zhou", "Data Scientist", "Active", "Singapore", "+65 5550 0152", 61, "Duxton Insights"],
  ["Yusuf Demir", "Sales Manager", "Pending", "Türkiye", "+90 212 555 01 78", 47],
  ["Chloé Laurent", "UX Designer", "Pending", "France", "+33 555 01 01 96", 33],
  ["Arjun Mehta", "IT Support", "Rejected", "India", "+91 555 010 8823", 21],
  ["Ingrid Halvorsen", "HR Manager", "Pending", "Norway", "+47 555 01 233", 11],
  ["Tomás Rivera", "Sales Manager", "Banned", "Mexico", "+52 55 5550 0147", 4],
];

export type SamplePerson = typeof users.$inferInsert & {
  id: number;
  email: string;
  createdAt: Date;
  phone: string;
};

/** The demo accounts without Firebase, all with the password of `demo`. */
export const demoPeople = levels.map(({ id, title }) => ({ title, ...person(id) }));

function person(id: number) {
  const [name = ""] = people[id - 1] ?? [];
  return { id, name, email: id === demo.id ? demo.email : emailFor(name) };
}

/** Returns the rows, with creation dates relative to `now`. */
export function sampleUsers(now: Date): SamplePerson[] {
  return people.map(([, role, status, country, phone, daysAgo, company], index) => {
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
