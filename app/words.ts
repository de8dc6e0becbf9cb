/**
 * What screens call each kind of record and its fields: said once, for forms, the journal and conflicts. Browser-safe, and apart from
 * the rules, because pages that only say them shall not load the library that checks them. `records/readings.ts` says how values read.
 */
import type { FieldOptions } from "~/core/fields/fields";
import type { Noun } from "~/core/values/noun";

interface Words {
  noun: Noun;
  /** By the names of the columns, in the order in which people choose between two versions. */
  fields: Record<string, FieldOptions>;
}

/** By the record's `entity`. */
export const words = {
  products: {
    noun: { one: "product", many: "products" },
    fields: {
      title: { label: "Title" },
      code: { label: "Code" },
      category: { label: "Category" },
      description: { label: "Description" },
      price: { label: "Price", format: "money" },
      discount: { label: "Discount", format: "percent" },
      stock: { label: "Stock" },
      colors: { label: "Colors", format: "list" },
      sizes: { label: "Sizes", format: "list" },
      features: { label: "Features", format: "rows" },
      offers: { label: "Offers", format: "rows" },
      images: { label: "Images", format: "pictures" },
      featureImage: { label: "Feature image", format: "picture" },
      status: { label: "Status" },
      rating: { label: "Rating", format: "hundredths" },
      totalReviews: { label: "Reviews" },
      createdAt: { label: "Created", format: "time" },
    },
  },
  orders: {
    noun: { one: "order", many: "orders" },
    fields: {
      status: { label: "Status" },
      createdAt: { label: "Placed", format: "time" },
      deliveredAt: { label: "Delivered", format: "time" },
      invoiceId: { label: "Invoice" },
      customerId: { label: "Customer", format: "person", namedBy: "customerName" },
      customerName: { label: "Customer" },
      customerEmail: { label: "E-mail" },
      customerPhone: { label: "Phone" },
      customerImage: { label: "Customer's picture", format: "picture" },
      shipping: { label: "Shipping address" },
      billing: { label: "Billing address" },
      paymentId: { label: "Payment reference" },
      paymentMethod: { label: "Payment method" },
      cardNumber: { label: "Card" },
      items: { label: "Items", format: "rows" },
      subTotalAmount: { label: "Subtotal", format: "money" },
      discountAmount: { label: "Discount", format: "money" },
      shippingChargeAmount: { label: "Shipping", format: "money" },
      taxAmount: { label: "Tax", format: "money" },
      totalAmount: { label: "Total", format: "money" },
    },
  },
  invoices: {
    noun: { one: "invoice", many: "invoices" },
    fields: {
      number: { label: "Number" },
      issueDate: { label: "Issued", format: "day" },
      dueDate: { label: "Due", format: "day" },
      status: { label: "Status" },
      completedAt: { label: "Completed", format: "time" },
      customerId: { label: "Customer", format: "person", namedBy: "customerName" },
      customerName: { label: "Customer" },
      customerImage: { label: "Customer's picture", format: "picture" },
      billingEmail: { label: "E-mail" },
      billingPhone: { label: "Phone" },
      billingAddress: { label: "Billing address" },
      paymentMethod: { label: "Payment method" },
      cardHolder: { label: "Cardholder" },
      cardNo: { label: "Card" },
      lines: { label: "Lines", format: "rows" },
      shippingCharge: { label: "Shipping", format: "money" },
      tax: { label: "Tax", format: "money" },
      totalAmount: { label: "Total", format: "money" },
      createdAt: { label: "Created", format: "time" },
    },
  },
  tickets: {
    noun: { one: "ticket", many: "tickets" },
    fields: {
      subject: { label: "Subject" },
      status: { label: "Status" },
      priority: { label: "Priority" },
      topic: { label: "Topic" },
      assigneeId: { label: "Assigned to", format: "person" },
      orderId: { label: "Order" },
      requesterId: { label: "Requester", format: "person", namedBy: "requesterName" },
      requesterName: { label: "Requester" },
      requesterEmail: { label: "Requester's e-mail" },
      mergedInto: { label: "Merged into ticket" },
      createdAt: { label: "Opened", format: "time" },
    },
  },
  replies: {
    noun: { one: "message", many: "messages" },
    fields: {
      ticketId: { label: "On ticket" },
      authorId: { label: "Author", format: "person", namedBy: "authorName" },
      authorName: { label: "Author" },
      mergedFrom: { label: "Written on ticket" },
      createdAt: { label: "Written", format: "time" },
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
      createdAt: { label: "Written", format: "time" },
    },
  },
  cannedReplies: {
    noun: { one: "canned reply", many: "canned replies" },
    fields: {
      title: { label: "Title" },
      body: { label: "Text" },
      createdAt: { label: "Created", format: "time" },
    },
  },
  views: {
    noun: { one: "view", many: "views" },
    fields: {
      name: { label: "Name" },
      shared: { label: "Seen by" },
      path: { label: "List" },
      search: { label: "What it asks for" },
      ownerId: { label: "Owner", format: "person" },
      createdAt: { label: "Saved", format: "time" },
    },
  },
} satisfies Record<string, Words>;
