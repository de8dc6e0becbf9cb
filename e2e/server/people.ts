/** Who asks a server that a test has started itself, without a browser. */
import { demo, expect, type Person } from "../support";

/** The cookies of somebody who has just signed in there. */
export async function signIn({ url }: { url: string }, { email, password }: Omit<Person, "name"> = demo) {
  const body = new URLSearchParams({ email, password });
  const answer = await fetch(`${url}/login`, { method: "POST", body, redirect: "manual" });
  expect(answer.status).toBe(303);
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
}

/** A user as `POST /api/users` takes one. No two numbers have the same address. */
export const newUser = (number: number) => ({
  name: `Person ${number}`,
  email: `person${number}@example.com`,
  role: "Data Scientist",
  status: "Active",
  address: "Norway",
  phone: "+47 555 0100",
});
