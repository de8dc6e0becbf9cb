/** Secrets that we make: handed out once, and kept as a hash or sealed. */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";
import { config } from "config";

/** A new secret of so many random bytes, in letters that any address may hold. */
export const newSecret = (bytes = 32) => randomBytes(bytes).toString("base64url");

/** What is kept of a random secret, to know it again. Not for what people choose: that must be slow to guess. */
export const digest = (secret: string) => createHash("sha256").update(secret).digest("base64url");

/** AES-256 in Galois/Counter Mode; a nonce of 12 bytes is what NIST SP 800-38D recommends, a tag has 16. */
const cipher = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;

/** A key of its own for each purpose, so that a cookie's signature and a seal have nothing to do with each other. */
const key = (purpose = "what is sealed in the database") =>
  Buffer.from(hkdfSync("sha256", config.sessionSecret, "", `portico: ${purpose}`, 32));

/** A code for a text that only this site can make; for another purpose it is another one. */
export const signature = (text: string, purpose: string) =>
  createHmac("sha256", key(purpose)).update(text).digest("base64url");

/** Whether a code was made here for this text and purpose. How long that takes tells nothing. */
export function isSignature(code: string, text: string, purpose: string): boolean {
  const [given, made] = [Buffer.from(code), Buffer.from(signature(text, purpose))];
  return given.length === made.length && timingSafeEqual(given, made);
}

/**
 * A text that can be read again only here: the key is made of `SESSION_SECRET`, which is not in the database. `about`
 * says what it belongs to, such as a person, and must be the same to read it: moved to another row it opens nothing.
 */
export function seal(text: string, about: string): string {
  const nonce = randomBytes(nonceBytes);
  const sealing = createCipheriv(cipher, key(), nonce, { authTagLength: tagBytes }).setAAD(Buffer.from(about));
  const body = Buffer.concat([sealing.update(text, "utf8"), sealing.final()]);
  return Buffer.concat([nonce, sealing.getAuthTag(), body]).toString("base64url");
}

/**
 * The text that was sealed, or nothing when it was sealed under another secret, for something else, or changed since.
 */
export function unseal(sealed: string, about: string): string | undefined {
  const bytes = Buffer.from(sealed, "base64url");
  if (bytes.length < nonceBytes + tagBytes) return undefined;
  try {
    const opening = createDecipheriv(cipher, key(), bytes.subarray(0, nonceBytes), { authTagLength: tagBytes }).setAAD(
      Buffer.from(about),
    );
    opening.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
    return opening.update(bytes.subarray(nonceBytes + tagBytes), undefined, "utf8") + opening.final("utf8");
  } catch {
    return undefined;
  }
}
