import { Form } from "@remix-run/react";
import { statusPath } from "~/core/values/status";
import { buttonClass } from "~/ui/button";
import { Icon } from "~/ui/icons/icon";
import { Menu, MenuButton, MenuRule } from "~/ui/overlay/menu";

interface ProductMenuProps {
  product: { id: number; title: string; status: "Published" | "Draft" };
  /** The one-time key of its copy. */
  copyKey: string;
  /** Where a change of status leads. */
  back: string;
}

/** What else can be done to a product. */
export function ProductMenu({ product: { id, title, status }, copyKey, back }: ProductMenuProps) {
  const isPublished = status === "Published";
  return (
    <Menu
      label={`More actions for ${title}`}
      className={buttonClass({ variant: "outline", size: "icon" })}
      button={<Icon name="ellipsis" />}
    >
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
      <MenuRule />
      <Form method="post" action={`/products/${id}/trash`}>
        <MenuButton icon="trash-2" danger>
          Delete
        </MenuButton>
      </Form>
    </Menu>
  );
}
