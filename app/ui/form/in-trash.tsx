import type { ReactNode } from "react";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { Form } from "~/ui/owned-form";

interface InTrashProps {
  name: string;
  /** Where its button posts. There is none when something bars the way back, which the children then say. */
  restore?: string;
  /** What that means, in sentences. */
  children: ReactNode;
}

/** Says over a record that it is in the trash, and takes it out. */
export function InTrash({ name, restore, children }: InTrashProps) {
  const text = (
    <>
      <strong>{name} is in the trash.</strong> {children}
    </>
  );
  if (!restore) {
    return (
      <Alert family="warning" className="mb-5">
        <p className="break-words">{text}</p>
      </Alert>
    );
  }
  return (
    <Alert family="warning">
      <Form method="post" action={restore} className="flex flex-wrap items-center gap-3">
        <span>{text}</span>
        <Button size="sm" variant="outline" icon="undo-2" className="sm:-my-1.5">
          Restore
        </Button>
      </Form>
    </Alert>
  );
}
