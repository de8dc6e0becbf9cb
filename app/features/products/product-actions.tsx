import { statusPath } from "~/core/values/status";
import { MenuButton } from "~/ui/overlay/menu";
import { RecordMenu } from "~/ui/record/record-menu";
import { Form } from "~/ui/owned-form";

interface ProductMenuProps {
  product: { id: number; title: string; status: "Published" | "Draft" };
  /** The one-time key of its copy. */
  copyKey: string;
  /** Redirect target after a change of status. */
  back: string;
}

/** The menu with further actions on a product. */
export function ProductMenu({ product: { id, title, status }, copyKey, back }: ProductMenuProps) {
  const isPublished = status === "Published";
  return (
    <RecordMenu name={title} trash={`/products/${id}/trash`}>
      <Form method="post" action={`/products/${id}/duplicate`}>
        <input type="hidden" name="key" value={copyKey} />
        <MenuButton icon="copy">Duplicate</MenuButton>
      </Form>
      <Form method="post" action={statusPath(`/products/${id}`, status)}>
        <input type="hidden" name="back" value={back} />
        <MenuButton icon={isPublished ? "archive" : "globe"} name="status" value={isPublished ? "Draft" : "Published"}>
          {isPublished ? "Unpublish" : "Publish"}
        </MenuButton>
      </Form>
    </RecordMenu>
  );
}
