/**
 * Support conversations of the demo company. `{order}`, `{product}` and `{name}` are replaced with the order, its
 * product and the requester's name.
 */
import type { SupportTopic, TicketPriority } from "../../lookups";

export interface Story {
  topic: SupportTopic;
  priority: TicketPriority;
  subject: string;
  /** Question and answer in turn; either may be the last. */
  said: string[];
  /** Internal note after the first question. */
  note?: string;
}

const story = (
  topic: SupportTopic,
  priority: TicketPriority,
  subject: string,
  said: string[],
  note?: string,
): Story => ({ topic, priority, subject, said, note });

const ofOrders = "Orders and returns";

export const stories: Story[] = [
  story(ofOrders, "Normal", "Where is order #{order}?", [
    "Order #{order} should have been here two days ago. Can you see where the parcel is?",
    "Hello {name}, it left our warehouse on time and waits at the depot for a second attempt. It comes tomorrow.",
    "It is here now. Thank you for looking.",
  ]),
  story(ofOrders, "High", "{product} arrived damaged", [
    "The {product} from order #{order} has a dent on one side; the box was wet. I have pictures.",
    "I am sorry, {name}. No pictures needed: a new one leaves today. Keep the old one, or throw it away.",
    "The new one came, and it is perfect.",
  ]),
  story(
    ofOrders,
    "High",
    "Wrong item in order #{order}",
    [
      "We ordered {product} and got something else. The packing slip is right, the content is not.",
      "That was our mistake, {name}. The right one is on its way, with a label to send the other back for free.",
    ],
    "Second one this week from shelf C4. I asked the warehouse to count it.",
  ),
  story(ofOrders, "Normal", "Send back {product}", [
    "I would like to return the {product} from order #{order}. It is unused, in its box.",
    "Of course. The label is on the packing slip; the money is with you three days after the parcel is with us.",
    "Does the money go to the same card?",
    "It does, to the one that ends as on your order.",
  ]),
  story(ofOrders, "Urgent", "Please stop order #{order}", [
    "I ordered for the wrong address. Please do not send #{order} before I have corrected it!",
    "I have stopped it, {name}. Tell me the right address, and it goes out today.",
    "2nd floor instead of 3rd, everything else is the same. Thank you!",
    "Changed, and released again.",
  ]),
  story(ofOrders, "Normal", "Delivery on another day", [
    "We are closed on Friday. Can order #{order} come on Monday instead?",
    "Yes: I have told the carrier. You get a message on Monday morning with the hour.",
  ]),
  story(ofOrders, "Low", "Gift wrapping for {product}", [
    "Is it possible to have the {product} wrapped, without the prices in the parcel?",
    "It is, {name}: plain paper, a ribbon, and no slip. There is no charge for it.",
    "Lovely. Then please do so for order #{order}.",
  ]),
  story(ofOrders, "Normal", "One of two parcels is missing", [
    "Order #{order} was announced as two parcels. One came yesterday, the other is nowhere.",
    "They travelled apart. The second is in your town and will be delivered today before six.",
    "Confirmed, both are here.",
  ]),
  story("Getting started", "Normal", "Is {product} going to be back?", [
    "We would like twenty pieces of {product} for our new rooms. When do you have so many?",
    "With us in two weeks, {name}. Shall I put twenty aside for you? It commits you to nothing.",
    "Please do. The order follows as soon as the rooms are painted.",
    "Done. They are kept for thirty days.",
  ]),
  story("Getting started", "Low", "Spare parts for {product}", [
    "After a year of daily use the {product} needs a new part. Do you sell these singly?",
    "We do. It is small enough for a letter, so I send you one with our compliments.",
    "That is what I call service. Thank you!",
  ]),
  story("Getting started", "Low", "How do I look after {product}?", [
    "There was no leaflet in the box of the {product}. Anything that I should not do with it?",
    "No dishwasher, no direct sun, and a drop of oil twice a year. I add it to the product's page.",
  ]),
  story("Getting started", "Normal", "Prices for larger quantities", [
    "We consider {product} for all our branches, some sixty pieces. Is there a price for that?",
    "From fifty pieces on there is a tenth off, and delivery is free to each branch. I send you an offer.",
    "Received. We decide at the end of the month.",
  ]),
  story("Invoices and tax", "Normal", "Invoice for order #{order}", [
    "Our bookkeeper misses the invoice for order #{order}. Could you send it again?",
    "It is attached to your order as well: open it and press *Print*. I have mailed it once more, too.",
  ]),
  story(
    "Invoices and tax",
    "High",
    "VAT number on our invoice",
    [
      "The invoice for order #{order} lacks our VAT number, and the tax office insists on it.",
      "It is on it now, {name}. Your later invoices have it by themselves.",
      "Perfect, our accountant is happy.",
    ],
    "The number was in the comment of the first order. We should ask for it in the form.",
  ),
  story("Invoices and tax", "Normal", "Paid twice?", [
    "Our bank shows two payments for order #{order}. One is yours to send back, I think.",
    "You are right: the first one came late and was asked for again. The second goes back today.",
    "It has arrived. Thanks for being quick.",
  ]),
  story("Invoices and tax", "Normal", "Another address on the invoice", [
    "We have moved. Can the invoice for order #{order} be made out to the new address?",
    "Gladly. Please write the address here as it shall be printed, {name}.",
    "Same name, second floor of the same street, number 48.",
    "Corrected, and sent to you under the same number.",
  ]),
  story("Invoices and tax", "Low", "More time to pay", [
    "Could we pay the invoice for order #{order} at the end of the month? Our budget opens then.",
    "No problem. I have moved the date, and you will not be reminded before it.",
  ]),
  story("Plan and billing", "Normal", "Can we pay by bank transfer?", [
    "Our company has no card. Is a transfer possible, and does an order wait for it?",
    "It is possible: the account is on each invoice. Orders of customers whom we know leave at once.",
  ]),
  story("Plan and billing", "Normal", "One invoice a month", [
    "We order every week. One invoice at the end of each month would save us some work.",
    "From the next month on it is so, {name}. Each order is a line with its number.",
    "That helps a lot.",
  ]),
  story("Sign-in and security", "High", "The link to reset my password has expired", [
    "I asked for a new password in the morning, and when I opened the mail the link was no longer good.",
    "Such links are good for one hour. I have sent you a fresh one right now.",
    "That one worked.",
  ]),
  story("Sign-in and security", "Urgent", "A login that was not me", [
    "I got a mail about a login from a browser that I do not have. What shall I do?",
    "I have ended all sessions. Please set a new password, and turn on the second step in *Settings*.",
    "Done, both. It was my old tablet, by the way.",
    "Good to know, and better safe than sorry.",
  ]),
  story("Sign-in and security", "Normal", "My colleague has left us", [
    "Somebody who ordered for us has left. How do we keep them from ordering on?",
    "I have ended their access. Whoever follows can be invited with their own address.",
  ]),
  story("Data and export", "Normal", "All our orders of last year in a file", [
    "For the audit we need our orders of last year, with dates and amounts. Can you export these?",
    "Here they are: choose the dates above your orders, then **Export**. The file opens in any spreadsheet.",
    "Exactly what the auditor wanted.",
  ]),
  story("Data and export", "Low", "Product pictures for our catalogue", [
    "May we print your picture of {product} in our catalogue? And do you have it in a larger size?",
    "You may, {name}. A large one is in the folder that I have just shared with you.",
    "Received. You get a copy of the catalogue.",
  ]),
];
