import { Elevation } from "~/ui/brand";
import { ButtonLink } from "~/ui/button";
import { Icon } from "~/ui/icons/icon";
import type { IconName } from "~/ui/icons/icon-names";

const highlights: { icon: IconName; title: string; text: string }[] = [
  {
    icon: "history",
    title: "Nothing is lost",
    text: "Every change is recorded with before and after, and can be undone.",
  },
  {
    icon: "trending-up",
    title: "Every number proves itself",
    text: "Five dashboards. Each figure and each bar leads to the very rows that it was counted from.",
  },
  {
    icon: "shield-check",
    title: "Nobody gets in who shouldn’t",
    text: "Each page asks for itself who is there. Banning someone signs them out at once.",
  },
];

/** The start page for visitors: what Portico is, and how to sign in. */
export function Welcome({ mayRegister }: { mayRegister: boolean }) {
  return (
    <div className="m-auto w-full max-w-4xl py-8">
      <div className="grid items-center gap-10 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div>
          <h1 className="text-4xl font-semibold">Everything behind the counter, in one calm room.</h1>
          <p className="mt-3 max-w-lg text-lg text-muted">
            Portico is the back office of a company: its people, products, orders, invoices, support and figures, on one
            computer of your own.
          </p>
          <div className="mt-7 flex flex-wrap gap-2">
            <ButtonLink size="lg" href="/login">
              Log in
            </ButtonLink>
            {mayRegister && (
              <ButtonLink size="lg" variant="outline" href="/register">
                Create an account
              </ButtonLink>
            )}
          </div>
        </div>
        <Elevation bays={5} door className="w-full text-primary/60 max-lg:hidden" />
      </div>
      <ul className="mt-14 grid gap-8 border-t border-border pt-8 sm:grid-cols-3">
        {highlights.map((promise) => (
          <li key={promise.title}>
            <Icon name={promise.icon} className="size-5! text-primary-text" />
            <h2 className="mt-2 font-semibold">{promise.title}</h2>
            <p className="mt-1 text-sm text-muted">{promise.text}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}
