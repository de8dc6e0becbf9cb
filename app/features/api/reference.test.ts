import { describe, expect, it } from "vitest";
import { cast, testDatabase } from "~/testing/database";
import { get, run, signedIn } from "~/testing/requests";
import { loader } from "./reference";
import { commands, reference } from "~/core/api/reference.server";

testDatabase();

const operation = (id: string) =>
  reference(cast.ada)
    .flatMap(({ operations }) => operations)
    .find((operation) => operation.id === id)!;

describe("the reference page of /api", () => {
  it("requires a signed-in user, and has commands for them to try", async () => {
    expect((await run(loader, get("/api"))).location).toBe("/login?from=%2Fapi");
    const { data } = await run<{ commands: Record<string, string> }>(loader, await signedIn("/api", cast.ada));
    expect(data.commands.signIn).toContain("email=ada@example.com");
  });

  it("contains commands for what its reader may view and change", () => {
    expect(commands(cast.ada)).toMatchObject({
      token: expect.stringContaining("/api/users?size=10"),
      change: expect.stringContaining("--request PUT"),
    });
    expect(commands({ ...cast.ada, access: "client" })).toMatchObject({
      token: expect.stringContaining("/api/orders?size=10"),
      change: undefined,
    });
    expect(commands({ ...cast.ada, access: "staff", areas: { support: "change" } }).change).toContain("/api/tickets");
  });

  it("describes parameters, responses and errors of every operation", () => {
    for (const { shape, operations } of reference(cast.ada)) {
      expect(shape.fields.length).toBeGreaterThan(0);
      for (const { summary, examples, failures } of operations) {
        expect(summary).not.toBe("");
        expect(failures).toEqual([...failures].sort());
        for (const { request, answer } of examples) {
          expect(request).toMatch(/^curl /);
          expect(answer).toBeInstanceOf(Object);
        }
      }
    }
  });

  it("describes the meaning of each field", () => {
    const fields = Object.fromEntries(operation("createUser").body!.map((field) => [field.name, field]));
    expect(fields.name).toMatchObject({ type: "text, at most 100 characters", needed: true });
    expect(fields.phone).not.toHaveProperty("needed");
    expect(fields.email?.type).toBe("e-mail address, at most 254 characters");
    expect(fields.status?.values).toEqual(["Active", "Banned", "Pending", "Rejected"]);
    expect(fields.image?.type).toBe("text or null");
    expect(operation("listUsers").parameters.find(({ name }) => name === "sort")?.values).toContain("createdAt");
  });

  it("lists the search terms of each resource", () => {
    const searched = (id: string) => operation(id).parameters.find(({ name }) => name === "q")?.about;
    expect(searched("listOrders")).toMatch(
      /such as status:New\..+ total>100 \(total\)\..+ created<today .+\(created, delivered\)\./,
    );
    expect(searched("listProducts")).toContain("price>100 (price, discount, stock, rating)");
    expect(searched("listUsers")).toContain("(created)");
    expect(searched("listUsers")).toContain("or is not finished, finds nothing");
    expect(
      [searched("listUsers"), searched("listReviews")].map((about) =>
        about?.includes("Typing errors are not put right"),
      ),
    ).toEqual([true, false]);
    expect(searched("listUsers")).not.toContain(">100");
  });

  it("shows requests as commands that a shell accepts unchanged", () => {
    expect(operation("listUsers").examples[1]?.request).toBe(
      "curl 'http://portico.test/api/users?id=1' \\\n  --cookie portico.cookies",
    );
    expect(operation("changeUser").examples[0]?.request).toMatch(
      /^curl http:\/\/portico\.test\/api\/users \\\n {2}--request PUT \\\n {2}--cookie portico\.cookies \\\n {2}--json '\{\n {4}"id": 1,[^']+\}'$/,
    );
    expect(operation("createUser").examples[0]?.request).not.toContain("--request");
    expect(commands({ ...cast.ada, email: "o'hara@example.com" }).signIn).toContain(
      String.raw`'email=o'\''hara@example.com'`,
    );
  });
});
