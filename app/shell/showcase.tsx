import { Avatar } from "~/ui/values/avatar";
import { Elevation } from "~/ui/brand";
import { Money } from "~/ui/values/money";
import { StatusBadge } from "~/ui/values/status-badge";

/** Made-up names, because strangers see them. */
const orders = [
  { id: 3, name: "Noor Amadi", thing: "Harbour lamp", cents: 244_70, status: "New" },
  { id: 8, name: "Bruno Sasse", thing: "Six oak chairs", cents: 1158_00, status: "Shipping" },
  { id: 13, name: "Edda Falk", thing: "Linen, two metres", cents: 62_40, status: "Pending" },
  { id: 21, name: "Tomasz Zielak", thing: "Walnut desk", cents: 890_00, status: "Delivered" },
];

/** The illustration of the sign-in pages: sample orders and revenue in front of a temple. */
export function Showcase() {
  return (
    <div className="relative px-10">
      <Elevation bays={7} className="-mb-px w-full text-primary/60!" />
      <div className="absolute inset-x-0 bottom-10 mx-auto w-[min(26rem,72%)]">
        <Revenue />
        <div className="card overflow-hidden shadow-lg">
          <p className="border-b border-border px-4 py-3 font-semibold">Orders</p>
          {orders.map(({ id, name, thing, cents, status }) => (
            <div
              key={id}
              className="flex items-center gap-3 border-b border-border px-4 py-2.5 last:border-0 max-xl:last:hidden"
            >
              <Avatar person={{ id, name }} size="sm" />
              <span className="min-w-0 flex-1 leading-tight">
                <span className="block truncate text-sm font-medium">{name}</span>
                <span className="block truncate text-xs text-muted">{thing}</span>
              </span>
              <StatusBadge value={status} />
              <Money cents={cents} className="w-18 text-right text-sm font-medium" />
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}

const days = "M0 44C12 42 20 40 32 38S52 35 64 29 84 30 96 24 116 25 128 16 148 12 160 5";

function Revenue() {
  return (
    <div className="card absolute -inset-e-10 -top-24 max-xl:hidden z-1 w-52 px-4 py-3 shadow-lg">
      <p className="text-xs text-muted">Revenue this month</p>
      <p className="text-xl font-semibold">
        <Money cents={48210_50} />
      </p>
      <svg viewBox="0 0 160 48" className="mt-1 w-full rtl:-scale-x-100" fill="none">
        <path d={`${days}V48H0Z`} className="fill-primary/10" />
        <path d={days} className="stroke-primary" strokeWidth="2" strokeLinecap="round" />
      </svg>
    </div>
  );
}
