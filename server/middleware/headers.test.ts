import express from "express";
import { describe, expect, test, vi } from "vitest";
import { log } from "~/core/process/log.server";
import { withConfig } from "~/testing/database";
import { createApp } from "../app";
import { securityHeaders } from "./headers";
import { serving } from "../testing/http";

type Settings = Parameters<typeof securityHeaders>[0];

async function headersWith(settings: Partial<Settings>) {
  const { ask } = await serving(
    express().use(
      securityHeaders({ secure: false, hstsSubdomains: false, firebase: undefined, iconHosts: [], ...settings }),
      (_, res) => void res.end(),
    ),
  );
  return (await ask("/")).headers;
}

const firebase = { apiKey: "key", authDomain: "demo.firebaseapp.com", projectId: "demo", emulatorHost: undefined };

test("over https browsers are told to use only https", async () => {
  const headers = await headersWith({ secure: true, firebase: undefined });
  expect(headers["strict-transport-security"]).toBe("max-age=31536000");
  expect(headers["content-security-policy"]).toContain("upgrade-insecure-requests");
  expect((await headersWith({ secure: true, hstsSubdomains: true }))["strict-transport-security"]).toBe(
    "max-age=31536000; includeSubDomains",
  );
  expect((await headersWith({ secure: false, hstsSubdomains: true }))["strict-transport-security"]).toBeUndefined();
  expect((await headersWith({ secure: false, firebase: undefined }))["content-security-policy"]).not.toContain(
    "upgrade",
  );
});

test("Google's script and Firebase's frame are allowed only if they are configured", async () => {
  const without = (await headersWith({ secure: false, firebase: undefined }))["content-security-policy"];
  expect(without).not.toMatch(/google|firebase/);
  const policy = (await headersWith({ secure: true, firebase }))["content-security-policy"];
  expect(policy).toMatch(/script-src [^;]*https:\/\/apis\.google\.com/);
  expect(policy).toContain("frame-src https://demo.firebaseapp.com;");
  expect(policy).toContain(
    "connect-src 'self' https://identitytoolkit.googleapis.com https://securetoken.googleapis.com;",
  );
});

test("the emulator is allowed only with its own address", async () => {
  const policy = (await headersWith({ secure: false, firebase: { ...firebase, emulatorHost: "127.0.0.1:9099" } }))[
    "content-security-policy"
  ];
  expect(policy).toContain("frame-src http://127.0.0.1:9099;");
  expect(policy).toContain("connect-src 'self' http://127.0.0.1:9099;");
});

test("only configured icon hosts are allowed, and only for pictures", async () => {
  const policy = (await headersWith({ iconHosts: ["https://icons.example.com", "https://more.example.org"] }))[
    "content-security-policy"
  ];
  expect(policy).toContain("connect-src 'self' https://icons.example.com https://more.example.org;");
  expect(policy).toContain("img-src 'self' data: blob:;"); // icons are shown as images, which run no scripts
  expect(String(policy).match(/icons\.example\.com/g)).toHaveLength(1);
  expect((await headersWith({}))["content-security-policy"]).toContain("connect-src 'self';");
});

describe("the client's address", () => {
  const nothing: express.RequestHandler = (_req, _res, next) => next();
  const addressSeen = (trustProxy: false | number | string, forwarded = "6.6.6.6, 1.2.3.4") =>
    withConfig({ trustProxy }, async () => {
      const { ask } = await serving(
        createApp({ pages: (req, res) => void res.end(req.ip), files: nothing, health: nothing }),
      );
      return (await ask("/", { headers: { "x-forwarded-for": forwarded } })).text;
    });

  test.each([
    ["1.2.3.4:5678", "1.2.3.4"],
    ["[::1]:99", "::1"],
    ["[2001:DB8::7]", "2001:db8::7"],
    ["2001:db8::7", "2001:db8::7"],
    ["::ffff:1.2.3.4", "1.2.3.4"],
    ["::FFFF:0102:304", "1.2.3.4"],
    ["[0:0:0:0:0:ffff:1.2.3.4]:80", "1.2.3.4"],
    ["6.6.6.6:1, 1.2.3.4:80", "1.2.3.4"],
    ["unknown", "unknown"],
    ["1.2.3.4.5:80", "unknown"],
    ["<b>, a name", "unknown"],
  ])("is taken from %s in case %#, without its port", async (forwarded, address) => {
    expect(await addressSeen(1, forwarded)).toBe(address);
  });

  test("is also found behind named proxies with a port", async () => {
    expect(await addressSeen("127.0.0.1, 10.0.0.0/8", "1.2.3.4:1, 10.0.0.7:2")).toBe("1.2.3.4");
  });

  test("is logged when a request from another site is refused", async () => {
    const warned = vi.spyOn(log, "warn");
    await withConfig({ trustProxy: 1 }, async () => {
      const { ask } = await serving(createApp({ pages: nothing, files: nothing, health: nothing }));
      expect(
        (
          await ask("/users/3/delete?x=private", {
            method: "POST",
            headers: { origin: "https://evil.example", "x-forwarded-for": "1.2.3.4:5678" },
          })
        ).status,
      ).toBe(403);
    });
    const id = expect.stringMatching(/^[0-9a-f]{10}$/) as string;
    expect(warned.mock.calls).toEqual([
      [
        {
          security: true,
          event: "cross-site",
          outcome: "failure",
          what: "POST /users/3/delete",
          address: "1.2.3.4",
          id,
        },
        "security event",
      ],
    ]);
    warned.mockRestore();
  });

  test("cannot be chosen by clients", async () => {
    expect(await addressSeen(false)).toBe("127.0.0.1");
  });

  test("is taken from one trusted proxy, and what the header contained before is ignored", async () => {
    expect(await addressSeen(1)).toBe("1.2.3.4");
  });
});
