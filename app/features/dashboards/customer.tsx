import { Avatar } from "~/ui/values/avatar";

/** A customer as an order or an invoice has copied them, with their picture. A long name wraps. */
export function Customer({
  of: { customerId, customerName, customerImage },
}: {
  of: { customerId: number | null; customerName: string; customerImage: string | null };
}) {
  return (
    <span className="flex items-center gap-2.5">
      <Avatar size="sm" person={{ id: customerId ?? 0, name: customerName, image: customerImage }} />
      <bdi>{customerName}</bdi>
    </span>
  );
}
