import { ownerField } from "~/core/form/form-owner";

/**
 * Number of bytes to search for the owner field, which pages put first, so that nothing waits for a whole file to
 * arrive.
 */
const maxPeek = 64 * 1024;

/** Returns the form's owner field from the start of the body, without consuming the body. */
export async function peekOwner(request: Request): Promise<string | undefined> {
  const type = request.headers.get("Content-Type") ?? "";
  const find = /^multipart\/form-data\b/i.test(type) ? ownerInMultipart : ownerInUrlEncoded;
  const reader = request.clone().body?.getReader();
  if (!reader) return undefined;
  const start: Uint8Array[] = [];
  let [length, nextLook] = [0, 0];
  try {
    for (let isOver = false; !isOver && length < maxPeek;) {
      const { done, value } = await reader.read();
      isOver = done;
      if (value) length += start[start.push(value) - 1]!.length;
      if (length < nextLook && !isOver && length < maxPeek) continue;
      nextLook = length * 2; // avoids a new search for each byte of a slow body
      const found = find(Buffer.concat(start).toString("utf8"), isOver);
      if (found !== undefined) return found;
    }
  } catch {
    // The reader of the body handles a body that breaks off.
  } finally {
    void reader.cancel().catch(() => undefined); // not awaited, because it resolves only after the other branch was read
  }
  return undefined;
}

function ownerInUrlEncoded(text: string, isOver: boolean): string | undefined {
  const [whole, value = ""] = new RegExp(`(?:^|&)${ownerField}=([^&]*)(&|$)`).exec(text) ?? [];
  if (whole === undefined || !(isOver || whole.endsWith("&"))) return undefined;
  return new URLSearchParams(`${ownerField}=${value}`).get(ownerField) ?? undefined;
}

const part = new RegExp(`\\bname="${ownerField}"(?:\\r\\n[^\\r\\n]+)*\\r\\n\\r\\n(.*?)\\r\\n--`, "s");

const ownerInMultipart = (text: string) => part.exec(text)?.[1];
