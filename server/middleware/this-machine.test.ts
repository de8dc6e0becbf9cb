import express from "express";
import { expect, test } from "vitest";
import { withConfig } from "~/testing/database";
import { serving } from "../testing/http";
import { plainAddresses } from "./forwarded";
import { keepSampleLocal } from "./this-machine";

const app = express()
  .set("trust proxy", 1)
  .use(plainAddresses, keepSampleLocal({}), (_, res) => void res.send(String(res.locals.isFromThisMachine)));
const { ask, raw } = await serving(app);
const asked = async (headers: Record<string, string>, sampleData = true) => {
  const { status, text } = await withConfig({ sampleData }, () => ask("/", { headers }));
  return [status, text];
};

test.each([
  ["x-forwarded-for", "203.0.113.7"],
  ["x-forwarded-for", "127.0.0.1, 203.0.113.7"],
  ["x-forwarded-for", "203.0.113.7, 127.0.0.1"],
  ["x-forwarded-for", "::ffff:203.0.113.7"],
  ["x-forwarded-for", "unknown"],
  ["x-forwarded-for", "localhost.example.com"],
  ["x-real-ip", "203.0.113.7"],
  ["cf-connecting-ip", "2001:db8::1"],
  ["x-forwarded-host", "office.example.com"],
  ["forwarded", "for=203.0.113.7;proto=https"],
  ["forwarded", 'for=127.0.0.1, for="[2001:db8::1]:4711"'],
  ["forwarded", "host=office.example.com"],
])("a sample refuses a request that a proxy passed on with %s: %s", async (name, value) => {
  const [status, sentence] = await asked({ [name]: value });
  expect([status, sentence]).toEqual([403, expect.stringContaining("SAMPLE_DATA=false")]);
});

test("a sample refuses HTTP/1.0, which nginx uses with a bare proxy_pass, and no browser does", async () => {
  const lines = (version: string) => `GET / HTTP/${version}\r\nHost: 127.0.0.1:3000\r\nConnection: close\r\n\r\n`;
  const statusOf = async (version: string) =>
    (await withConfig({ sampleData: true }, () => raw(lines(version)))).slice(9, 12);
  expect([await statusOf("1.0"), await statusOf("1.1")]).toEqual(["403", "200"]);
});

test.each([
  ["a proxy that names itself", { via: "1.1 proxy" }],
  [
    "a page of another host that says it is ours",
    { "sec-fetch-site": "same-origin", referer: "https://shop.example/login" },
  ],
  ["a form of such a page", { "sec-fetch-site": "same-origin", origin: "https://shop.example" }],
])("a sample refuses a request of %s", async (_, headers) => {
  expect((await asked(headers as Record<string, string>))[0]).toBe(403);
});

test.each([
  [
    "a page of its own",
    { "sec-fetch-site": "same-origin", referer: "http://localhost:3000/login", origin: "http://localhost:3000" },
  ],
  ["a link on another site", { "sec-fetch-site": "cross-site", referer: "https://shop.example/readme" }],
])("a sample answers a request of %s", async (_, headers) => {
  expect(await asked(headers as Record<string, string>)).toEqual([200, "true"]);
});

test.each([
  ["x-forwarded-for", "127.0.0.1"],
  ["x-forwarded-for", "127.20.0.1:4711, ::1"],
  ["x-real-ip", "::1"],
  ["x-forwarded-host", "localhost:3000"],
  ["forwarded", 'for="[::1]:80";proto=http;host=localhost:3000'],
  ["accept", "*/*"],
])("a sample answers a request from this machine with %s: %s", async (name, value) => {
  expect(await asked({ [name]: value })).toEqual([200, "true"]);
});

test("with SAMPLE_DATA=false requests from everywhere are answered", async () => {
  expect(await asked({ "x-forwarded-for": "203.0.113.7" }, false)).toEqual([200, "false"]);
});
