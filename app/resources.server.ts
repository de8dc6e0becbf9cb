/**
 * Which records there are: the one list of them. The journal, undo, the trash, files, imports and `/api` go by it. To add a resource, add its lines
 * here and its routes to `routes.ts`. Loaded once by whatever runs Portico: the server, its thread, the tests and the scripts.
 */
import { registerApi } from "~/core/api/resources.server";
import { registerImporters } from "~/core/import/importers.server";
import { onSecurityAct } from "~/core/resource/act.server";
import { registerResources } from "~/core/resource/registry.server";
import { invoiceApi } from "~/features/invoices/api.server";
import { invoiceRecords } from "~/features/invoices/invoices.server";
import { notifyOfSecurity } from "~/features/notifications/notify.server";
import { orderApi } from "~/features/orders/api.server";
import { orderImport } from "~/features/orders/import.server";
import { orderRecords } from "~/features/orders/orders.server";
import { productApi, reviewApi } from "~/features/products/api.server";
import { productImport } from "~/features/products/import.server";
import { productRecords } from "~/features/products/products.server";
import { cannedRecords } from "~/features/support/canned-replies/canned-replies.server";
import { faqRecords } from "~/features/support/faqs/faqs.server";
import { ticketApi } from "~/features/support/tickets/api.server";
import { replyRecords } from "~/features/support/tickets/replies/replies.server";
import { ticketRecords } from "~/features/support/tickets/tickets.server";
import { eraseTicket } from "~/features/support/erase.server";
import { erasePerson } from "~/features/users/erase.server";
import { userApi } from "~/features/users/api.server";
import { userImport } from "~/features/users/import.server";
import { userRecords } from "~/features/users/users.server";
import { viewRecords } from "~/features/views/views.server";

registerResources([
  { ...userRecords, erase: erasePerson },
  productRecords,
  orderRecords,
  invoiceRecords,
  { ...ticketRecords, erase: eraseTicket },
  replyRecords,
  cannedRecords,
  faqRecords,
  viewRecords,
]);

registerImporters([userImport, productImport, orderImport]);

registerApi([userApi, productApi, reviewApi, orderApi, invoiceApi, ticketApi]);

onSecurityAct(notifyOfSecurity);
