import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireUser } from "~/auth/session.server";
import { exportRows } from "~/lib/export.server";
import { orderListing } from "./orders.server";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request);
  return exportRows(request, orderListing, {
    id: (order) => order.id,
    invoice: (order) => order.invoiceId,
    customer: (order) => order.customerName,
    email: (order) => order.customerEmail,
    phone: (order) => order.customerPhone,
    status: (order) => order.status,
    paymentMethod: (order) => order.paymentMethod,
    paymentId: (order) => order.paymentId,
    placed: (order) => order.createdAt,
    delivered: (order) => order.deliveredAt,
    items: (order) => order.items.map(({ quantity, name }) => `${quantity} × ${name}`).join("; "),
    subtotal: (order) => order.subTotalAmount / 100,
    discount: (order) => order.discountAmount / 100,
    tax: (order) => order.taxAmount / 100,
    shippingCharge: (order) => order.shippingChargeAmount / 100,
    total: (order) => order.totalAmount / 100,
    billing: (order) => order.billing,
    shipping: (order) => order.shipping,
  });
}
