import type { ReactNode } from "react";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { Form } from "~/ui/owned-form";

interface InTrashProps {
  name: string;
  /**
   * Path that the restore button posts to. Undefined if the record cannot be restored, which the children then
   * explain.
   */
  restore?: string;
  /** Set for a document that is void instead. */
  isVoid?: boolean;
  /** Explanation, in sentences. */
  children: ReactNode;
}

/** Says that the record is in the trash, and offers to restore it. */
export function InTrash({ name, restore, isVoid, children }: InTrashProps) {
  const text = (
    <>
      <strong>
        {name} is {isVoid ? "void" : "in the trash"}.
      </strong>{" "}
      {children}
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
          {isVoid ? "Reinstate" : "Restore"}
        </Button>
      </Form>
    </Alert>
  );
}
