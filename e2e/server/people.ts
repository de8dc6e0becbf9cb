/** Users for servers that a test starts itself, without a browser. */
import { demo, expect, type Person } from "../support";

/** Signs in and returns the session cookies. */
export async function signIn({ url }: { url: string }, { email, password }: Omit<Person, "name"> = demo) {
  const body = new URLSearchParams({ email, password });
  const answer = await fetch(`${url}/login`, { method: "POST", body, redirect: "manual" });
  expect(answer.status).toBe(303);
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
}

/** Returns a user for `POST /api/users`, with an address that is unique by number. */
export const newUser = (number: number) => ({
  name: `Person ${number}`,
  email: `person${number}@example.com`,
  role: "Data Scientist",
  status: "Active",
  address: "Norway",
  phone: "+47 555 0100",
});
