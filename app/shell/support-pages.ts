/** The support centre's pages as data, for its tabs and the site's menu. */
import type { Permission } from "~/core/access/access.server";

interface SupportPage {
  label: string;
  route: string;
  needs: Permission;
  /** Whether it also stands for all addresses below its own. */
  deep?: boolean;
  /** Further addresses that belong to it. */
  also?: string[];
  /** Whether its tab shows the number of open tickets. */
  counts?: boolean;
}

export const supportPages: SupportPage[] = [
  { label: "Overview", route: "/support", needs: "tickets.view" },
  {
    label: "Tickets",
    route: "/support/tickets",
    needs: "tickets.view",
    deep: true,
    counts: true,
    also: ["/support/create-ticket", "/support/canned-replies"],
  },
  { label: "FAQs", route: "/support/faqs", needs: "faqs.view", deep: true },
  { label: "Contact", route: "/support/contact", needs: "tickets.ask" },
];
