import { Form, useLocation, useSearchParams } from "@remix-run/react";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icons/icon";

/** Searches the FAQs, and the tickets that one has asked. */
export function Ask() {
  const [params] = useSearchParams();
  const { pathname } = useLocation();
  const asked = pathname === "/support/faqs" ? (params.get("q") ?? "") : "";
  return (
    <Form role="search" action="/support/faqs" className="mt-5 flex max-w-xl gap-2" key={asked}>
      <label className="with-icon flex-1">
        <span className="sr-only">Ask you questions</span>
        <Icon name="search" />
        <input
          className="input min-h-11!"
          type="search"
          name="q"
          placeholder="Ask you questions"
          defaultValue={asked}
          maxLength={200}
        />
      </label>
      <Button size="lg">Search</Button>
    </Form>
  );
}
