import { Icon } from "~/ui/icon";
import type { IconName } from "~/ui/icon-names";
import { PageTitle } from "~/ui/page-title";

interface Way {
  icon: IconName;
  title: string;
  text: string;
  href: string;
}

interface TodayProps {
  name: string;
  /** How many people wait for approval. */
  waiting: number;
  /** How many tickets are open. */
  tickets: number;
  /** How many messages of theirs are unread. */
  unread: number;
}

/** Where a signed-in person starts: what waits for them, and the ways on. */
export function Today({ name, waiting, tickets, unread }: TodayProps) {
  const people = waiting === 1 ? "1 person waits" : `${waiting.toLocaleString("en-US")} people wait`;
  const ways: Way[] = [
    waiting > 0
      ? { icon: "clock", title: `${people} for approval`, text: "Let them in, or not.", href: "/users?status=Pending" }
      : { icon: "circle-check", title: "Nobody waits for approval", text: "Newcomers appear here.", href: "/users?status=Pending" },
    tickets > 0
      ? { icon: "life-buoy", title: counted(tickets, "open ticket"), text: "Somebody waits for an answer, or will soon.", href: "/support/tickets?status=Open" }
      : { icon: "life-buoy", title: "No open tickets", text: "What people ask appears here.", href: "/support/tickets?status=Open" },
    ...(unread > 0 ? [{ icon: "message-square" as const, title: counted(unread, "unread message"), text: "Conversations on tickets that you take part in.", href: "/messages" }] : []),
    { icon: "users", title: "Users", text: "Everyone in the directory.", href: "/users" },
    { icon: "history", title: "Activity", text: "Who changed what, and when. A change can be taken back until the same thing changes again.", href: "/activity" },
    { icon: "braces", title: "API", text: "All of this for programs, with examples to try.", href: "/api" },
    { icon: "user", title: "Your profile", text: "You, your sessions and what you did.", href: "/users/profile" },
  ];
  return (
    <>
      <PageTitle title={`Good to see you, ${firstName(name)}`} summary="Here is where things stand." />
      <ul className="grid gap-3 sm:grid-cols-2 sm:gap-5">
        {ways.map((way) => (
          <li key={way.href + way.title}>
            <a href={way.href} className="card flex h-full items-start gap-4 p-5 hover:bg-hover">
              <span className="grid size-9 flex-none place-items-center rounded-md bg-primary-tint text-primary-text">
                <Icon name={way.icon} />
              </span>
              <span className="min-w-0 flex-1">
                <span className="card-title block">{way.title}</span>
                <span className="card-sub block">{way.text}</span>
              </span>
              <Icon name="chevron-right" flip className="mt-1 text-subtle" />
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

const counted = (number: number, noun: string) => `${number.toLocaleString("en-US")} ${noun}${number === 1 ? "" : "s"}`;

const firstName = (name: string) => name.split(/\s+/)[0] ?? name;
