/** The pages of the support centre as data: for its tabs, and for the site's menu. */
interface SupportPage {
  label: string;
  route: string;
  /** It stands for all that is beneath its address too. */
  deep?: boolean;
  /** Its tab says how many tickets are open. */
  counts?: boolean;
}

export const supportPages: SupportPage[] = [
  { label: "Overview", route: "/support" },
  { label: "Tickets", route: "/support/tickets", deep: true, counts: true },
  { label: "FAQs", route: "/support/faqs", deep: true },
  { label: "Contact", route: "/support/contact" },
];
