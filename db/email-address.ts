/**
 * E-mail addresses whose domains have letters beyond ASCII, such as `info@müller.example`. Browsers and mail programs
 * may send the same domain as `xn--mller-kva.example` (IDNA): it is kept in its own letters. Browser-safe.
 */

/** Returns an address as it is kept and compared: trimmed, in lower case, its domain in its own letters. */
export function canonicalAddress(written: string): string {
  const address = written.trim().toLowerCase();
  const ascii = asciiAddress(address);
  if (ascii === undefined || !/[^\0-\x7f]|@(?:.*\.)?xn--/.test(address)) return address;
  const [name = "", domain = ""] = ascii.split("@");
  return `${name}@${domain.split(".").map(ownLetters).join(".")}`;
}

/** Returns an address with its domain in ASCII, as mail servers know it; nothing where the domain can be none. */
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

/** A part of a domain in its own letters; as it is where it is no encoding of any. */
function ownLetters(label: string): string {
  if (!label.startsWith("xn--")) return label;
  try {
    return decodePunycode(label.slice(4));
  } catch {
    return label;
  }
}

/** Decodes one label, by section 6.2 of RFC 3492. Throws a `RangeError` for what is none. */
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
