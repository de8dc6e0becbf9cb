import type { ReactNode } from "react";
import { buttonClass } from "~/ui/button";
import { Menu, MenuButton, MenuRule } from "~/ui/overlay/menu";
import { Form } from "~/ui/owned-form";

interface RecordMenuProps {
  name: string;
  /** Path that moves it to the trash. */
  trash?: string;
  /** Words of that act; by default "Delete". */
  trashLabel?: string;
  children?: ReactNode;
}

/** A menu of further actions on a record, ending with delete, which is never a button of its own. */
export function RecordMenu({ name, trash, trashLabel = "Delete", children }: RecordMenuProps) {
  return (
    <Menu label={`More actions for ${name}`} className={buttonClass({ variant: "outline", size: "icon" })}>
      {children}
      {children && trash && <MenuRule />}
      {trash && (
        <Form method="post" action={trash}>
          <MenuButton icon="trash-2" danger>
            {trashLabel}
          </MenuButton>
        </Form>
      )}
    </Menu>
  );
}
