import { useOutletContext } from "@remix-run/react";
import type { ComponentProps, ReactNode } from "react";
import { ButtonLink } from "~/ui/button";
import { PageTitle } from "~/ui/page-title";
import { FaqSearch } from "../faq-search";
import { Band } from "./band";

interface SupportHeadProps {
  title: ReactNode;
  /** Whether the title is visible; otherwise the current tab shows it, and only screen readers read it. */
  isTitleVisible?: boolean;
  summary?: ReactNode;
  /** Whether the page has a primary button of its own, so that "Create Ticket" is not primary. */
  hasPrimaryButton?: boolean;
  /** The page's own buttons, next to the tabs. */
  actions?: ReactNode;
}

/** The compact header of all tabs but Overview: title and common parts on one line, tabs and `actions` on the next. */
export function SupportHead({ title, isTitleVisible, hasPrimaryButton, summary, actions }: SupportHeadProps) {
  const tabs = useOutletContext<ReactNode>();
  return (
    <>
      <Band>
        <div className="support-bar">
          <p className="text-lg font-semibold sm:text-xl">How Can We Help You?</p>
          <FaqSearch compact />
          <CreateTicket variant={hasPrimaryButton ? "outline" : "default"} />
          {tabs}
          {actions && <div className="support-tools no-print">{actions}</div>}
        </div>
      </Band>
      {isTitleVisible ? <PageTitle title={title} summary={summary} /> : <h1 className="sr-only">{title}</h1>}
    </>
  );
}

type CreateTicketProps = Pick<ComponentProps<typeof ButtonLink>, "variant" | "className">;

export const CreateTicket = (props: CreateTicketProps) => (
  <ButtonLink {...props} icon="plus" href="/support/create-ticket">
    Create Ticket
  </ButtonLink>
);
