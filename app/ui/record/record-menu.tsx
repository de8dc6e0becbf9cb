import type { ReactNode } from "react";
import { buttonClass } from "~/ui/button";
import { Menu, MenuButton, MenuRule } from "~/ui/overlay/menu";
import { Form } from "~/ui/owned-form";

interface RecordMenuProps {
  /** What the record is called. */
  name: string;
  /** Where it is moved to the trash. */
  trash?: string;
  children?: ReactNode;
}

/** What else can be done to the record of a page, at the end to delete it: nothing red stands in the open. */
export function RecordMenu({ name, trash, children }: RecordMenuProps) {
  return (
    <Menu label={`More actions for ${name}`} className={buttonClass({ variant: "outline", size: "icon" })}>
      {children}
      {children && trash && <MenuRule />}
      {trash && (
        <Form method="post" action={trash}>
          <MenuButton icon="trash-2" danger>
            Delete
          </MenuButton>
        </Form>
      )}
    </Menu>
  );
}
