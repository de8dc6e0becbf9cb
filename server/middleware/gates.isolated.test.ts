/** Separate from the other gate tests, because the settings for our hosts are read only once. */
import express from "express";
import { expect, test, vi } from "vitest";
import { serving } from "../testing/http";

test("a sample also answers to the machine's other local names, only with its port", async () => {
  for (const [name, value] of Object.entries({ SAMPLE_DATA: "true", APP_URL: "", PORT: "4321" }))
    vi.stubEnv(name, value);
  vi.resetModules(); // the settings were read for the tests already
  const { ownHost } = await import("./gates");
  vi.unstubAllEnvs();
  const { ask } = await serving(express().use(ownHost, (_, res) => void res.end()));
  const statusFor = async (host: string) => (await ask("/", { headers: { host } })).status;
  for (const host of ["127.0.0.1:4321", "localhost:4321", "[::1]:4321"]) expect(await statusFor(host)).toBe(200);
  for (const host of ["localhost", "localhost:80", "127.0.0.2:4321", "portico.test", "[::2]:4321"])
    expect(await statusFor(host)).toBe(400);
});
