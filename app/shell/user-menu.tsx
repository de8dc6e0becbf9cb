import { useLocation } from "@remix-run/react";
import { useMay } from "~/core/access/may";
import { Avatar } from "~/ui/values/avatar";
import { Menu, MenuButton, MenuLink, MenuRule } from "~/ui/overlay/menu";
import { Form } from "~/ui/owned-form";
import type { Surroundings } from "./shell.server";

/** The menu with the signed-in user's name, account links and logout. */
export function UserMenu({ user }: { user: Pick<Surroundings, "name" | "email" | "image" | "id"> }) {
  const { pathname, search } = useLocation();
  const may = useMay();
  const name = user.name || "Your name";
  return (
    <Menu
      label={`Account: ${name}`}
      button={<Avatar person={{ ...user, name }} />}
      className="flex rounded-full pointer-coarse:-m-1 pointer-coarse:p-1"
      panelClass="w-(--size-user-menu)"
    >
      <div className="px-2 py-1.5">
        <p className="truncate font-medium">
          <bdi>{name}</bdi>
        </p>
        <p className="truncate text-sm text-muted">
          <bdi>{user.email || "No e-mail yet"}</bdi>
        </p>
      </div>
      <MenuRule />
      <MenuLink icon="user" href="/users/profile">
        Profile
      </MenuLink>
      <MenuLink icon="settings" href="/settings">
        Account
      </MenuLink>
      {may("team.view") && (
        <MenuLink icon="users" href="/team">
          Manage Team
        </MenuLink>
      )}
      <MenuRule />
      <Form method="post" action="/logout">
        <input type="hidden" name="from" value={pathname + search} />
        <MenuButton icon="log-out" flip>
          Log Out
        </MenuButton>
      </Form>
    </Menu>
  );
}
