/**
 * E-mail addresses with international domains, such as `info@müller.example`. Browsers and mail programs may send the
 * same domain in its IDNA form `xn--mller-kva.example`; it is stored in Unicode. Browser-safe.
 */

/** Returns the form of an address that is stored and compared: trimmed, in lower case, its domain in Unicode. */
export function canonicalAddress(written: string): string {
  const address = written.trim().toLowerCase();
  const ascii = asciiAddress(address);
  if (ascii === undefined || !/[^\0-\x7f]|@(?:.*\.)?xn--/.test(address)) return address;
  const [name = "", domain = ""] = ascii.split("@");
  return `${name}@${domain.split(".").map(ownLetters).join(".")}`;
}

/**
 * Returns an address with its domain in ASCII (IDNA), as mail servers expect, or undefined if the domain is invalid.
 */
export function asciiAddress(address: string): string | undefined {
  const [, name = "", domain = ""] = /^([^@]*)@([^@]*)$/.exec(address) ?? [];
  if (!/[^\0-\x7f]|(?:^|\.)xn--/i.test(domain)) return address;
  if (!/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain)) return undefined;
  try {
    return `${name}@${new URL(`http://${domain}`).hostname}`;
  } catch {
    return undefined;
  }
}

/** Decodes a domain label from IDNA to Unicode; returns an invalid one unchanged. */
function ownLetters(label: string): string {
  if (!label.startsWith("xn--")) return label;
  try {
    return decodePunycode(label.slice(4));
  } catch {
    return label;
  }
}

/** Decodes one Punycode label (RFC 3492, section 6.2). Throws a `RangeError` if it is invalid. */
function decodePunycode(text: string): string {
  const end = Math.max(0, text.lastIndexOf("-"));
  const letters = [...text.slice(0, end)];
  let [code, place, bias] = [128, 0, 72];
  for (let at = end > 0 ? end + 1 : 0; at < text.length;) {
    const before = place;
    for (let weight = 1, k = 36; ; k += 36) {
      const digit = digitOf(text.charCodeAt(at++));
      const threshold = Math.min(26, Math.max(1, k - bias));
      place += digit * weight;
      if (digit < threshold) break;
      weight *= 36 - threshold;
    }
    const count = letters.length + 1;
    bias = adapted(place - before, count, before === 0);
    code += Math.floor(place / count);
    place %= count;
    letters.splice(place++, 0, String.fromCodePoint(code));
  }
  return letters.join("");
}

function digitOf(code: number): number {
  if (code >= 97 && code <= 122) return code - 97;
  if (code >= 48 && code <= 57) return code - 22;
  throw new RangeError("No digit of an encoded domain");
}

function adapted(delta: number, count: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? 700 : 2));
  rest += Math.floor(rest / count);
  let k = 0;
  for (; rest > 455; k += 36) rest = Math.floor(rest / 35);
  return k + Math.floor((36 * rest) / (rest + 38));
}
