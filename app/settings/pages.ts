/** The pages of the account settings as data: for their own menu, and for the site's. */
import type { IconName } from "~/ui/icon-names";

interface SettingsPage {
  label: string;
  route: string;
  icon: IconName;
  group: "Personal" | "Security";
}

/** Where the second factor is set up; what can be done with it lies beneath. */
export const twoFactorPage = "/settings/two-factor-authentication";

export const settingsPages: SettingsPage[] = [
  { label: "Profile Info", route: "/settings", icon: "user", group: "Personal" },
  { label: "Security", route: "/settings/security", icon: "key-round", group: "Personal" },
  { label: "Notification", route: "/settings/notification", icon: "bell", group: "Personal" },
  { label: "Social Media Links", route: "/settings/social-media-links", icon: "share-2", group: "Personal" },
  { label: "Plan & Billing", route: "/settings/plan-billing", icon: "credit-card", group: "Security" },
  { label: "Two Factor Authentication", route: twoFactorPage, icon: "shield-check", group: "Security" },
  { label: "Account Deactivation", route: "/settings/account-deactivation", icon: "user-x", group: "Security" },
];

/** The two groups, in their order. */
export const settingsGroups = (["Personal", "Security"] as const).map((name) => ({ name, pages: settingsPages.filter(({ group }) => group === name) }));
