import { MenuButton, MenuLink } from "~/ui/overlay/menu";

/** The menu of a record in a list: edit and delete, or restore in the trash. */
export function RecordRowMenu({ href, trash }: { href: string; trash: boolean }) {
  if (trash)
    return (
      <MenuButton icon="undo-2" formAction={`${href}/restore`}>
        Restore
      </MenuButton>
    );
  return (
    <>
      <MenuLink icon="pencil-line" href={href}>
        Edit
      </MenuLink>
      <MenuButton icon="trash-2" danger formAction={`${href}/trash`}>
        Delete
      </MenuButton>
    </>
  );
}
