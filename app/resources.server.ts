/**
 * Registers all resources, lists, importers and API resources, once per process or thread. The journal, undo, the
 * trash, files, saved views, imports and `/api` use these registries; a new resource needs its lines here and its
 * routes in `routes.ts`.
 */
import { registerApi } from "~/core/api/registry.server";
import { activityList } from "~/core/audit/list.server";
import { registerImporters } from "~/core/import/importers.server";
import { registerLists } from "~/core/list/define-list.server";
import { whenMailIsGivenUp } from "~/core/mail/sender.server";
import { onSecurityAct } from "~/core/resource/act.server";
import { registerResources } from "~/core/resource/registry.server";
import { pageViewList, searchList, visitList } from "~/features/analytics/lists.server";
import { applicationList, candidateList, interviewList, jobList } from "~/features/career/lists.server";
import { courseList, enrolmentList, resultList, studyList, taskList } from "~/features/course/lists.server";
import { invoiceApi } from "~/features/invoices/api.server";
import { invoiceResource } from "~/features/invoices/invoices.server";
import { invoiceImport } from "~/features/invoices/import/import.server";
import { invoiceList } from "~/features/invoices/list.server";
import { noteUndelivered } from "~/features/invoices/sending/send.server";
import { notifyOfSecurity } from "~/features/notifications/notify.server";
import { orderApi } from "~/features/orders/api.server";
import { orderImport } from "~/features/orders/import.server";
import { soldList } from "~/features/orders/items/list.server";
import { orderList } from "~/features/orders/list.server";
import { orderResource } from "~/features/orders/orders.server";
import { productApi, reviewApi } from "~/features/products/api.server";
import { productImport } from "~/features/products/import.server";
import { productList } from "~/features/products/list.server";
import { productResource } from "~/features/products/products.server";
import { cannedReplyResource } from "~/features/support/canned-replies/canned-replies.server";
import { cannedReplyList } from "~/features/support/canned-replies/list.server";
import { faqResource } from "~/features/support/faqs/faqs.server";
import { faqList } from "~/features/support/faqs/list.server";
import { ticketApi } from "~/features/support/tickets/api.server";
import { ticketList } from "~/features/support/tickets/list.server";
import { replyResource } from "~/features/support/tickets/replies/replies.server";
import { ticketResource } from "~/features/support/tickets/tickets.server";
import { eraseTicket } from "~/features/support/erase.server";
import { erasePerson } from "~/features/users/erase.server";
import { userApi } from "~/features/users/api.server";
import { userImport } from "~/features/users/import.server";
import { userList } from "~/features/users/list.server";
import { userResource } from "~/features/users/users.server";
import { viewList } from "~/features/views/list.server";
import { viewResource } from "~/features/views/views.server";

registerResources([
  { ...userResource, erase: erasePerson },
  productResource,
  orderResource,
  invoiceResource,
  { ...ticketResource, erase: eraseTicket },
  replyResource,
  cannedReplyResource,
  faqResource,
  viewResource,
]);

registerLists([
  userList,
  productList,
  orderList,
  soldList,
  invoiceList,
  ticketList,
  cannedReplyList,
  faqList,
  jobList,
  applicationList,
  candidateList,
  interviewList,
  courseList,
  enrolmentList,
  studyList,
  resultList,
  taskList,
  visitList,
  pageViewList,
  searchList,
  activityList,
  viewList,
]);

registerImporters([userImport, productImport, orderImport, invoiceImport]);

registerApi([userApi, productApi, reviewApi, orderApi, invoiceApi, ticketApi]);

onSecurityAct(notifyOfSecurity);

whenMailIsGivenUp(noteUndelivered);
