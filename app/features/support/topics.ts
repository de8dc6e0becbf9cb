/** How the support center shows each topic. Browser-safe. */
import type { SupportTopic } from "db/lookups";
import type { IconName } from "~/ui/icons/icon-names";

interface TopicLook {
  icon: IconName;
  /** Description of the topic, in one line. */
  text: string;
}

export const topicLooks: Record<SupportTopic, TopicLook> = {
  "Getting started": { icon: "rocket", text: "First steps, and where to find what" },
  "Orders and returns": { icon: "shopping-cart", text: "Statuses, returns, packing slips" },
  "Invoices and tax": { icon: "receipt-text", text: "Numbers, due dates, printing" },
  "Plan and billing": { icon: "credit-card", text: "Change plan, cards, receipts" },
  "Sign-in and security": { icon: "shield-check", text: "Passwords, two-factor, sessions" },
  "Data and export": { icon: "plug", text: "CSV files, backups, the API" },
};

/** Returns the address of the topic's FAQs. */
export const topicHref = (topic: SupportTopic) => `/support/faqs?${new URLSearchParams({ topic }).toString()}`;
