import { Form, useLocation, useSearchParams } from "@remix-run/react";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icons/icon";

const label = "Ask you questions";

/** The search form of the support centre: finds FAQs and the reader's own tickets. */
export function FaqSearch({ compact = false }: { compact?: boolean }) {
  const [params] = useSearchParams();
  const { pathname } = useLocation();
  const query = pathname === "/support/faqs" ? (params.get("q") ?? "") : "";
  const field = {
    type: "search",
    name: "q",
    placeholder: label,
    "aria-label": label,
    defaultValue: query,
    maxLength: 200,
  };
  const form = { role: "search", action: "/support/faqs" };
  return compact ? (
    <Form {...form} className="filter-search" key={query}>
      <button aria-label="Search">
        <Icon name="search" />
      </button>
      <input className="input" {...field} />
    </Form>
  ) : (
    <Form {...form} className="mt-5 flex gap-2" key={query}>
      <div className="with-icon flex-1">
        <Icon name="search" />
        <input className="input min-h-11!" {...field} />
      </div>
      <Button size="lg">Search</Button>
    </Form>
  );
}
