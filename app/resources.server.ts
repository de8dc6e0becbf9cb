/**
 * Registers all resources, and the lists of other rows, once per process or thread. An importer or API whose rules need
 * the resource is added to it here.
 */
import { companyCurrency } from "db/company-settings";
import { registerApiReports } from "~/core/api/registry.server";
import { activityList } from "~/core/audit/list.server";
import { whenMailIsGivenUp } from "~/core/mail/sender.server";
import { onSecurityAct } from "~/core/resource/act.server";
import { readCurrencyBy } from "~/core/values/money";
import { registerResources } from "~/core/resource/registry.server";
import { pageViewList, searchList, visitList } from "~/features/analytics/lists.server";
import { companyResource, onHoursChange, onLockChange } from "~/features/company/company.server";
import { applicationList, candidateList, interviewList, jobList } from "~/features/career/lists.server";
import { creditNoteApi } from "~/features/invoices/credit-notes/api.server";
import { creditNoteResource } from "~/features/invoices/credit-notes/credit-notes.server";
import { courseList, enrolmentList, resultList, studyList, taskList } from "~/features/course/lists.server";
import { financeReportApis } from "~/features/dashboards/finance/reports-api.server";
import { invoiceDraftApi } from "~/features/invoices/drafts/api.server";
import { invoiceDraftResource } from "~/features/invoices/drafts/drafts.server";
import { invoiceApi } from "~/features/invoices/api.server";
import { orderEnd } from "~/features/invoices/end-order.server";
import { invoiceResource } from "~/features/invoices/invoices.server";
import { invoiceImport } from "~/features/invoices/import/import.server";
import { noteUndelivered } from "~/features/invoices/sending/send.server";
import { stampLatestLocks } from "~/features/locking/locking.server";
import { notifyOfSecurity } from "~/features/notifications/notify.server";
import { orderApi } from "~/features/orders/api.server";
import { onOrderEnd } from "~/features/orders/invoice-question.server";
import { orderImport } from "~/features/orders/import.server";
import { soldList } from "~/features/orders/items/list.server";
import { orderResource } from "~/features/orders/orders.server";
import { paymentApi } from "~/features/payments/api.server";
import { bankImport } from "~/features/payments/bank/import.server";
import { paymentResource } from "~/features/payments/payments.server";
import { productApi, reviewApi } from "~/features/products/api.server";
import { productImport } from "~/features/products/import.server";
import { productResource } from "~/features/products/products.server";
import { recalculateWaitingTickets } from "~/features/support/tickets/conversation/clock.server";
import { cannedReplyResource } from "~/features/support/canned-replies/canned-replies.server";
import { faqResource } from "~/features/support/faqs/faqs.server";
import { taxRateApi } from "~/features/taxes/api.server";
import { taxRateResource } from "~/features/taxes/tax-rates.server";
import { ticketApi } from "~/features/support/tickets/api.server";
import { replyResource } from "~/features/support/tickets/replies/replies.server";
import { ticketResource } from "~/features/support/tickets/tickets.server";
import { eraseTicket } from "~/features/support/erase.server";
import { customerApi } from "~/features/users/customers-api.server";
import { erasePerson } from "~/features/users/erase.server";
import { userApi } from "~/features/users/api.server";
import { userImport } from "~/features/users/import.server";
import { userResource } from "~/features/users/users.server";
import { viewResource } from "~/features/views/views.server";

registerResources(
  [
    { ...userResource, erase: erasePerson, import: userImport, api: [userApi, customerApi] },
    { ...productResource, import: productImport, api: [productApi, reviewApi] },
    { ...orderResource, import: orderImport, api: [orderApi] },
    { ...invoiceResource, import: invoiceImport, api: [invoiceApi] },
    { ...invoiceDraftResource, api: [invoiceDraftApi] },
    { ...creditNoteResource, api: [creditNoteApi] },
    { ...paymentResource, import: bankImport, api: [paymentApi] },
    { ...ticketResource, erase: eraseTicket, api: [ticketApi] },
    replyResource,
    cannedReplyResource,
    faqResource,
    viewResource,
    companyResource,
    { ...taxRateResource, api: [taxRateApi] },
  ],
  [
    soldList,
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
  ],
);

registerApiReports(financeReportApis);

readCurrencyBy(companyCurrency);

onLockChange(stampLatestLocks);
onOrderEnd(orderEnd);
onHoursChange(recalculateWaitingTickets);
onSecurityAct(notifyOfSecurity);

whenMailIsGivenUp(noteUndelivered);
