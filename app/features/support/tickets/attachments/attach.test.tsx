import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useRef, useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { FormState } from "~/core/form/form-state";
import { describeOmittedFiles, maxAttachmentBytes } from "../limits";
import { AttachButton, type Refused, WaitingFiles } from "./attach";

beforeEach(() => {
  // jsdom has none.
  vi.stubGlobal(
    "DataTransfer",
    class {
      files: File[] = [];
      items = { add: (file: File) => this.files.push(file) };
    },
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Page({ form }: { form?: FormState }) {
  const [refused, setRefused] = useState<Refused>();
  const keep = useRef<HTMLButtonElement>(null);
  return (
    <form>
      <WaitingFiles form={form} files={[]} refused={refused} onRefused={setRefused} />
      <AttachButton form={form} files={[]} keep={keep} onRefused={setRefused} />
    </form>
  );
}
const answer = (attachments: string): FormState => ({ fields: {}, errors: { attachments } });
const choose = (...files: File[]) =>
  fireEvent.change(document.querySelector("input[type=file]")!, { target: { files } });
const large = () => new File([new Uint8Array(maxAttachmentBytes + 1)], "big.zip");
const blocks = () => document.querySelector("input[name=refused]") !== null;

test("files that exceed the limit of a message are named and do not prevent it from being sent", () => {
  render(<Page form={answer(describeOmittedFiles(["6.txt"]))} />);
  expect(screen.getByText("A message has at most 5 files: “6.txt” was left out.")).toBeTruthy();
  expect(blocks()).toBe(false);
});

test("a refused file prevents a message from being sent, also beside one that exceeds the limit", () => {
  render(
    <Page form={answer(`“run.exe” is of a kind that can run on a computer. ${describeOmittedFiles(["6.txt"])}`)} />,
  );
  expect(blocks()).toBe(true);
});

test("choosing another file clears the message about the previous one", () => {
  render(<Page form={answer("“old.exe” is of a kind that can run on a computer.")} />);
  choose(large());
  expect(screen.getByText("“big.zip” was not taken: it has 5.1 MB, more than 5 MB.")).toBeTruthy();
  choose(new File([], "empty.txt"));
  expect(screen.getByText("“empty.txt” is empty. Choose another one.")).toBeTruthy();
  expect(blocks()).toBe(true);
});
