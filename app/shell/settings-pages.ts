/** The account settings' pages as data, for their own menu and the site's. */
import type { Permission } from "~/core/access/access.server";
import { secondFactorPage } from "~/auth/second-factor/page";
import type { IconName } from "~/ui/icons/icon-names";

interface SettingsPage {
  label: string;
  route: string;
  icon: IconName;
  group: "Personal" | "Security" | "Company";
  needs: Permission;
}

export const settingsPages: SettingsPage[] = [
  { label: "Profile Info", route: "/settings", icon: "user", group: "Personal", needs: "account" },
  { label: "Security", route: "/settings/security", icon: "key-round", group: "Personal", needs: "account" },
  { label: "Notification", route: "/settings/notification", icon: "bell", group: "Personal", needs: "account" },
  {
    label: "Social Media Links",
    route: "/settings/social-media-links",
    icon: "share-2",
    group: "Personal",
    needs: "account",
  },
  {
    label: "Plan & Billing",
    route: "/settings/plan-billing",
    icon: "credit-card",
    group: "Security",
    needs: "billing",
  },
  {
    label: "Two Factor Authentication",
    route: secondFactorPage,
    icon: "shield-check",
    group: "Security",
    needs: "second-factor",
  },
  {
    label: "Account Deactivation",
    route: "/settings/account-deactivation",
    icon: "user-x",
    group: "Security",
    needs: "account",
  },
  { label: "Company", route: "/settings/company", icon: "landmark", group: "Company", needs: "company" },
  { label: "Tax rates", route: "/settings/company/taxes", icon: "percent", group: "Company", needs: "taxes" },
];

/** The groups, in display order. */
export const settingsGroups = (["Personal", "Security", "Company"] as const).map((name) => ({
  name,
  pages: settingsPages.filter(({ group }) => group === name),
}));
