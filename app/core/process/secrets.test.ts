import { afterEach, describe, expect, it, vi } from "vitest";
import { config } from "config";
import { digest, newSecret, seal, unseal } from "./secrets.server";

afterEach(() => void vi.restoreAllMocks());

describe("a random secret", () => {
  it("is different each time, and safe in a URL", () => {
    const many = Array.from({ length: 100 }, () => newSecret());
    expect(new Set(many).size).toBe(100);
    for (const secret of many) expect(secret).toMatch(/^[\w-]{43}$/);
    expect(newSecret(16)).toMatch(/^[\w-]{22}$/);
  });

  it("is recognised by its SHA-256 digest", () => {
    expect(digest("abc")).toBe(
      Buffer.from("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad", "hex").toString("base64url"),
    );
  });
});

describe("an encrypted value", () => {
  it("can be decrypted, and looks different each time", () => {
    const sealed = seal("JBSWY3DPEHPK3PXP", "user 1");
    expect(unseal(sealed, "user 1")).toBe("JBSWY3DPEHPK3PXP");
    expect(sealed).not.toContain("JBSW");
    expect(seal("JBSWY3DPEHPK3PXP", "user 1")).not.toBe(sealed);
  });

  it("cannot be decrypted for another purpose, with another secret, or after it was changed", () => {
    const sealed = seal("a key", "user 1");
    expect(unseal(sealed, "user 2")).toBeUndefined();
    vi.spyOn(config, "sessionSecret", "get").mockReturnValue("another secret of at least 32 letters");
    expect(unseal(sealed, "user 1")).toBeUndefined();
    vi.restoreAllMocks();
    const bytes = Buffer.from(sealed, "base64url");
    for (const place of [0, 12, bytes.length - 1]) {
      const changed = Buffer.from(bytes);
      changed[place] = (changed[place] ?? 0) ^ 1;
      expect(unseal(changed.toString("base64url"), "user 1")).toBeUndefined();
    }
    for (const nothing of ["", "x", "not sealed at all, but long enough to be"])
      expect(unseal(nothing, "user 1")).toBeUndefined();
  });
});
