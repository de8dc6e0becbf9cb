import type { FormState } from "~/core/form/form-state";
import { PageTitle } from "~/ui/page-title";
import type { newOrder } from "../form/new-order.server";
import { OrderForm } from "../form/order-form";

interface Props extends Awaited<ReturnType<typeof newOrder>> {
  form?: FormState;
  formKey: string;
}

/** The page of a new order. */
export function CreateOrder({ copied, ...form }: Props) {
  return (
    <>
      <PageTitle
        title="Create order"
        breadcrumb={[{ href: "/orders", title: "Orders" }]}
        summary={`${copied === undefined ? "" : `Repeats order #${copied}. `}It gets the next number when it is created.`}
      />
      <OrderForm {...form} />
    </>
  );
}
