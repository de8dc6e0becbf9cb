/** Generated secrets: shown once, and stored as a hash or encrypted. */
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

/** Returns a new secret of `bytes` random bytes, URL-safe. */
export const newSecret = (bytes = 32) => randomBytes(bytes).toString("base64url");

/** Returns the hash under which a random secret is stored. Too fast for passwords. */
export const digest = (secret: string) => createHash("sha256").update(secret).digest("base64url");

/** AES-256 in Galois/Counter Mode; a nonce of 12 bytes is what NIST SP 800-38D recommends, a tag has 16. */
const cipher = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;

/** Derives a separate key for each purpose, so that cookie signatures and encryption are independent. */
const key = (purpose = "what is sealed in the database") =>
  Buffer.from(hkdfSync("sha256", config.sessionSecret, "", `portico: ${purpose}`, 32));

/** Signs a text for a purpose. */
export const signature = (text: string, purpose: string) =>
  createHmac("sha256", key(purpose)).update(text).digest("base64url");

/** Whether `code` is the signature of this text and purpose. Takes constant time. */
export function isSignature(code: string, text: string, purpose: string): boolean {
  const [given, made] = [Buffer.from(code), Buffer.from(signature(text, purpose))];
  return given.length === made.length && timingSafeEqual(given, made);
}

/**
 * Encrypts a text with a key derived from `SESSION_SECRET`, which is not in the database. `about` binds it to its
 * owner, such as a user: moved to another row it cannot be decrypted.
 */
export function seal(text: string, about: string): string {
  const nonce = randomBytes(nonceBytes);
  const sealing = createCipheriv(cipher, key(), nonce, { authTagLength: tagBytes }).setAAD(Buffer.from(about));
  const body = Buffer.concat([sealing.update(text, "utf8"), sealing.final()]);
  return Buffer.concat([nonce, sealing.getAuthTag(), body]).toString("base64url");
}

/** Decrypts a text; undefined if the secret or `about` differs, or it was modified. */
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
