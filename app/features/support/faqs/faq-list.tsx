import { useLocation } from "@remix-run/react";
import { useContext, useEffect, useRef, useState } from "react";
import { FormOwnerContext, ownerField } from "~/core/form/form-owner";
import { formatNumber } from "~/core/values/noun";
import { classes } from "~/ui/classes";
import { Icon } from "~/ui/icons/icon";
import { Form } from "~/ui/owned-form";
import type { ShownFaq } from "./published.server";

interface FaqListProps {
  faqs: ShownFaq[];
  /** The one that is open at first. */
  open?: number;
  /** Opening one closes the others. */
  single?: boolean;
}

/** A list of questions that open, also by a link to `#faq-12`. */
export function FaqList({ faqs, open, single }: FaqListProps) {
  const list = useRef<HTMLDivElement>(null);
  useOpenTarget();
  useCountedReads(list);
  return (
    <div ref={list} className="divide-y divide-border">
      {faqs.map((faq) => (
        <Item key={faq.id} faq={faq} open={faq.id === open} single={single} />
      ))}
    </div>
  );
}

function Item({
  faq: { id, question, snippet, answer, ...votes },
  open,
  single,
}: {
  faq: ShownFaq;
  open: boolean;
  single?: boolean;
}) {
  const [held, hold] = useState(open);
  if (open && !held) hold(true); // keep it open when the URL opens another one
  return (
    <details className="faq" data-faq={id} name={single ? "faq" : undefined} open={held}>
      <summary>
        <span>
          <bdi dangerouslySetInnerHTML={{ __html: question }} />
          {snippet && <small dangerouslySetInnerHTML={{ __html: snippet }} />}
        </span>
        <Icon name="chevron-down" />
      </summary>
      <div id={`faq-${id}`}>
        <div className="prose" dangerouslySetInnerHTML={{ __html: answer }} />
        <Helpful id={id} {...votes} />
      </div>
    </details>
  );
}

function Helpful({ id, yes, no, mine }: Pick<ShownFaq, "id" | "yes" | "no" | "mine">) {
  const { pathname, search } = useLocation();
  const params = new URLSearchParams(search);
  params.set("open", String(id));
  const sides = [
    { opinion: "yes", helpful: true, icon: "thumbs-up", name: "Yes", count: yes },
    { opinion: "no", helpful: false, icon: "thumbs-down", name: "No", count: no },
  ] as const;
  return (
    <Form
      method="post"
      action={`/support/faqs/${id}/vote`}
      preventScrollReset
      className="no-print mt-3 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm"
    >
      <input type="hidden" name="back" value={`${pathname}?${params.toString()}#faq-${id}`} />
      <span id={`helpful-${id}`} className="me-1 text-muted">
        Was this helpful?
      </span>
      {sides.map(({ opinion, helpful, icon, name, count }) => (
        <button
          key={opinion}
          name="helpful"
          value={mine === helpful ? "none" : opinion}
          aria-pressed={mine === helpful}
          aria-describedby={`helpful-${id}`}
          className={classes("btn btn-sm", mine === helpful ? "btn-secondary text-primary-text!" : "btn-ghost")}
        >
          <Icon name={icon} />
          <bdi>
            {name} <span className="num text-muted">{formatNumber(count)}</span>
          </bdi>
        </button>
      ))}
      <a className="link reach ms-auto" href={`/support/faqs/${id}`}>
        Link to this answer
      </a>
    </Form>
  );
}

/** Browsers open the target of a link that loads a page; within a page, scripts do. */
function useOpenTarget() {
  const { hash, key } = useLocation();
  useEffect(() => {
    const fold = hash.startsWith("#faq-") && document.getElementById(hash.slice(1))?.closest("details");
    if (fold) fold.open = true;
  }, [hash, key]);
}

/** Reports each opened answer to the server once, without waiting for the response. */
function useCountedReads(list: React.RefObject<HTMLElement | null>) {
  const counted = useRef(new Set<string>());
  const owner = useContext(FormOwnerContext);
  useEffect(() => {
    const element = list.current;
    function count({ target }: MouseEvent) {
      const fold =
        target instanceof Element && target.closest("summary")?.closest<HTMLDetailsElement>("details[data-faq]");
      const id = fold && !fold.open && fold.dataset.faq;
      if (!id || counted.current.has(id)) return;
      counted.current.add(id);
      navigator.sendBeacon(`/support/faqs/${id}/read`, new URLSearchParams({ [ownerField]: owner }));
    }
    element?.addEventListener("click", count);
    return () => element?.removeEventListener("click", count);
  }, [list, owner]);
}
