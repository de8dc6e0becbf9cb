import { expect, it } from "vitest";
import { withConfig } from "~/testing/database";
import { answer, closeGoogle, projectOutOfReach, projectThat } from "~/testing/google";
import { firebaseFaults, domainWarning } from "./check.server";

closeGoogle();

type Reply = [status: number, body: unknown];
const well: Reply = [200, { projectId: "1234", authorizedDomains: ["office.example.com"] }];
const refused = (message: string, status = "INVALID_ARGUMENT", code = 400): Reply => [
  code,
  { error: { code, message, status } },
];

/** Returns the faults found with these responses for the project's settings and for the admin SDK. */
async function found(ofProject: Reply, ofOwner: Reply = [200, { users: [] }]): Promise<string[]> {
  const firebase = await projectThat((request, response) =>
    answer(response, ...(request.url?.includes("/v1/projects?") ? ofProject : ofOwner)),
  );
  return withConfig({ firebase }, firebaseFaults);
}

it("the check finds no problems if everything is well, nor without Firebase", async () => {
  expect(await found(well)).toEqual([]);
  expect(await firebaseFaults()).toEqual([]);
});

it.each([
  [
    "a key that is not valid",
    refused("API key not valid. Please pass a valid API key."),
    /^Firebase does not accept FIREBASE_API_KEY/,
  ],
  [
    "a key that is restricted to websites",
    refused("Requests from referer <empty> are blocked.", "PERMISSION_DENIED", 403),
    /must not be restricted to websites/,
  ],
  [
    "a project without Authentication",
    refused("CONFIGURATION_NOT_FOUND"),
    /^Firebase knows of no sign-in in this project/,
  ],
  [
    "an answer that is none",
    [200, "<!doctype html>"] as Reply,
    /^Firebase could not be asked whether all is well: The sign-in service gave an answer/,
  ],
])("says how to solve %s", async (_, ofProject, sentence) => {
  expect(await found(ofProject)).toEqual([expect.stringMatching(sentence)]);
});

it("the check says what to do about a service account of another project", async () => {
  expect(await found(well, refused("The caller does not have permission", "PERMISSION_DENIED", 403))).toEqual([
    expect.stringContaining("GOOGLE_APPLICATION_CREDENTIALS"),
  ]);
});

it("reports the same problem only once", async () => {
  expect(await found(refused("CONFIGURATION_NOT_FOUND"), refused("CONFIGURATION_NOT_FOUND"))).toHaveLength(1);
});

it("reports an unreachable Firebase without throwing", async () => {
  expect(await withConfig({ firebase: projectOutOfReach() }, firebaseFaults)).toContainEqual(
    expect.stringMatching(/^Firebase could not be asked/),
  );
});

it.each([
  ["office.example.com", true],
  ["example.com", true],
  ["ample.com", false],
  ["www.office.example.com", false],
  ["localhost", false],
])("domain check of a site at office.example.com with the authorized domain %s", async (domain, isKnown) => {
  await withConfig({ appUrl: "https://office.example.com:8443" }, async () => {
    expect(domainWarning(["localhost", domain]) === undefined).toBe(isKnown);
    expect(domainWarning(["localhost"])).toMatch(
      /^Firebase does not know office\.example\.com, .+Authorized domains\.$/,
    );
  });
});
