/** The pages of the support centre as data: for its tabs, and for the site's menu. */
import type { Permission } from "~/core/access/access.server";

interface SupportPage {
  label: string;
  route: string;
  needs: Permission;
  /** It stands for all that is beneath its address too. */
  deep?: boolean;
  /** Other addresses that belong to it. */
  also?: string[];
  /** Its tab says how many tickets are open. */
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
