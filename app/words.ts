/**
 * What screens call each kind of record and its fields: said once, for forms, the journal and conflicts. Browser-safe, and apart from
 * the rules, because pages that only say them shall not load the library that checks them. `records/readings.ts` says how values read.
 */
import { capital, type Noun } from "~/core/values/noun";

/** How values read that are not plain text; `core/conflict/field-value.tsx` draws them. */
export type Show =
  "money" | "percent" | "hundredths" | "day" | "time" | "picture" | "pictures" | "list" | "rows" | "person";

interface Field {
  label: string;
  show?: Show;
  /** The field that says the same in words: where both changed, only that one is shown. */
  said?: string;
}

interface Words {
  noun: Noun;
  /** By the names of the columns, in the order in which people choose between two versions. */
  fields: Record<string, Field>;
}

/** By the record's `entity`. */
export const words = {
  users: {
    noun: { one: "user", many: "users", pronoun: "them" },
    fields: {
      name: { label: "Name" },
      email: { label: "E-mail" },
      role: { label: "Job title" },
      status: { label: "Status" },
      country: { label: "Country" },
      phone: { label: "Phone" },
      image: { label: "Picture", show: "picture" },
      links: { label: "Social media links", show: "rows" },
      notices: { label: "Notification settings", show: "rows" },
      inApp: { label: "In the app", show: "list" },
      byEmail: { label: "By e-mail", show: "list" },
      digestDay: { label: "Weekly digest" },
      digestHour: { label: "Hour of the digest" },
      quietFrom: { label: "Quiet from" },
      quietTo: { label: "Quiet until" },
      createdAt: { label: "Created", show: "time" },
    },
  },
  products: {
    noun: { one: "product", many: "products" },
    fields: {
      title: { label: "Title" },
      code: { label: "Code" },
      category: { label: "Category" },
      description: { label: "Description" },
      price: { label: "Price", show: "money" },
      discount: { label: "Discount", show: "percent" },
      stock: { label: "Stock" },
      colors: { label: "Colors", show: "list" },
      sizes: { label: "Sizes", show: "list" },
      features: { label: "Features", show: "rows" },
      offers: { label: "Offers", show: "rows" },
      images: { label: "Images", show: "pictures" },
      featureImage: { label: "Feature image", show: "picture" },
      status: { label: "Status" },
      rating: { label: "Rating", show: "hundredths" },
      totalReviews: { label: "Reviews" },
      createdAt: { label: "Created", show: "time" },
    },
  },
  orders: {
    noun: { one: "order", many: "orders" },
    fields: {
      status: { label: "Status" },
      createdAt: { label: "Placed", show: "time" },
      deliveredAt: { label: "Delivered", show: "time" },
      invoiceId: { label: "Invoice" },
      customerId: { label: "Customer", show: "person", said: "customerName" },
      customerName: { label: "Customer" },
      customerEmail: { label: "E-mail" },
      customerPhone: { label: "Phone" },
      customerImage: { label: "Customer's picture", show: "picture" },
      shipping: { label: "Shipping address" },
      billing: { label: "Billing address" },
      paymentId: { label: "Payment reference" },
      paymentMethod: { label: "Payment method" },
      cardNumber: { label: "Card" },
      items: { label: "Items", show: "rows" },
      subTotalAmount: { label: "Subtotal", show: "money" },
      discountAmount: { label: "Discount", show: "money" },
      shippingChargeAmount: { label: "Shipping", show: "money" },
      taxAmount: { label: "Tax", show: "money" },
      totalAmount: { label: "Total", show: "money" },
    },
  },
  invoices: {
    noun: { one: "invoice", many: "invoices" },
    fields: {
      number: { label: "Number" },
      issueDate: { label: "Issued", show: "day" },
      dueDate: { label: "Due", show: "day" },
      status: { label: "Status" },
      completedAt: { label: "Completed", show: "time" },
      customerId: { label: "Customer", show: "person", said: "customerName" },
      customerName: { label: "Customer" },
      customerImage: { label: "Customer's picture", show: "picture" },
      billingEmail: { label: "E-mail" },
      billingPhone: { label: "Phone" },
      billingAddress: { label: "Billing address" },
      paymentMethod: { label: "Payment method" },
      cardHolder: { label: "Cardholder" },
      cardNo: { label: "Card" },
      lines: { label: "Lines", show: "rows" },
      shippingCharge: { label: "Shipping", show: "money" },
      tax: { label: "Tax", show: "money" },
      totalAmount: { label: "Total", show: "money" },
      createdAt: { label: "Created", show: "time" },
    },
  },
  tickets: {
    noun: { one: "ticket", many: "tickets" },
    fields: {
      subject: { label: "Subject" },
      status: { label: "Status" },
      priority: { label: "Priority" },
      topic: { label: "Topic" },
      assigneeId: { label: "Assigned to", show: "person" },
      orderId: { label: "Order" },
      requesterId: { label: "Requester", show: "person", said: "requesterName" },
      requesterName: { label: "Requester" },
      requesterEmail: { label: "Requester's e-mail" },
      mergedInto: { label: "Merged into ticket" },
      createdAt: { label: "Opened", show: "time" },
    },
  },
  replies: {
    noun: { one: "message", many: "messages" },
    fields: {
      ticketId: { label: "On ticket" },
      authorId: { label: "Author", show: "person", said: "authorName" },
      authorName: { label: "Author" },
      mergedFrom: { label: "Written on ticket" },
      createdAt: { label: "Written", show: "time" },
    },
  },
  faqs: {
    noun: { one: "FAQ", many: "FAQs" },
    fields: {
      question: { label: "Question" },
      answer: { label: "Answer" },
      topic: { label: "Topic" },
      status: { label: "Status" },
      position: { label: "Place in its topic" },
      createdAt: { label: "Written", show: "time" },
    },
  },
  cannedReplies: {
    noun: { one: "canned reply", many: "canned replies" },
    fields: {
      title: { label: "Title" },
      body: { label: "Text" },
      createdAt: { label: "Created", show: "time" },
    },
  },
  views: {
    noun: { one: "view", many: "views" },
    fields: {
      name: { label: "Name" },
      shared: { label: "Seen by" },
      path: { label: "List" },
      search: { label: "What it asks for" },
      ownerId: { label: "Owner", show: "person" },
      createdAt: { label: "Saved", show: "time" },
    },
  },
} satisfies Record<string, Words>;

/** What is said of a field. The journal may know kinds and fields that are no more: they are called by their names. */
export function fieldOf(entity: string, name: string): Field {
  return fieldsOf(entity)[name] ?? { label: inWords(name) };
}

/** These fields in the order of their kind; what it does not know comes last. */
export function inOrder(entity: string, names: string[]): string[] {
  const known = Object.keys(fieldsOf(entity));
  const place = (name: string) => (known.includes(name) ? known.indexOf(name) : known.length);
  return [...names].sort((one, other) => place(one) - place(other));
}

const fieldsOf = (entity: string): Partial<Record<string, Field>> =>
  (words as Partial<Record<string, Words>>)[entity]?.fields ?? {};

/** "deletedAt" → "Deleted at". */
const inWords = (name: string) => capital(name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`));
