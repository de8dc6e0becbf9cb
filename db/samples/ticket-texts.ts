/** The sample's support conversations, with the age of each message in hours. Users and orders are referenced by id. */
import type { SupportTopic, TicketPriority, TicketStatus } from "../lookups";

export interface SampleTicket {
  subject: string;
  topic: SupportTopic;
  priority: TicketPriority;
  requester: number;
  order?: number;
  /** Messages, the first of which opens the ticket. Notes are internal. */
  said: [hoursAgo: number, author: number, text: string, as?: "note"][];
  /** Status and assignee changes. */
  done?: [hoursAgo: number, by: number, what: { assigneeId: number } | { status: TicketStatus }][];
}

/** Oldest first, because ticket numbers follow this order. */
export const ticketTexts: SampleTicket[] = [
  {
    subject: "All invoices of a quarter in one file",
    topic: "Data and export",
    priority: "Normal",
    requester: 11,
    said: [
      [700, 11, "Hello, our bookkeeper asks for all invoices of the last quarter. Do I have to open each of them?"],
      [
        697,
        10,
        "Hello Sofia, no: set **From** and **To** over the list of invoices, then press **Export**. The file holds what the list shows.",
      ],
      [694, 11, "That was quick. It works, thank you!"],
    ],
    done: [
      [699, 10, { assigneeId: 10 }],
      [693, 10, { status: "Solved" }],
      [520, 10, { status: "Closed" }],
    ],
  },
  {
    subject: "The knife from order #3 came without its sheath",
    topic: "Orders and returns",
    priority: "High",
    requester: 12,
    order: 3,
    said: [
      [520, 12, "The chef’s knife arrived today and is beautiful, but the sheath from the picture is not in the box."],
      [518, 3, "I am sorry about that, Liam. A sheath goes out to you tomorrow morning, free of charge."],
      [
        517,
        3,
        "The warehouse says that the whole batch was packed without sheaths. I told them to check the rest.",
        "note",
      ],
      [424, 12, "It came this morning. All good now."],
    ],
    done: [
      [519, 10, { assigneeId: 3 }],
      [423, 3, { status: "Solved" }],
    ],
  },
  {
    subject: "Overshirt is one size too small",
    topic: "Orders and returns",
    priority: "Normal",
    requester: 7,
    order: 5,
    said: [
      [416, 7, "The linen overshirt of order #5 is one size too small. How do I send it back?"],
      [
        413,
        3,
        "Hello Hana, put it back into its box with the packing slip and send it to the address on the slip. I have noted the return; the money follows when the parcel is here.",
      ],
      [411, 7, "Thank you. I drop it off today."],
    ],
    done: [
      [415, 3, { assigneeId: 3 }],
      [410, 3, { status: "Solved" }],
    ],
  },
  {
    subject: "Codes are refused on my new phone",
    topic: "Sign-in and security",
    priority: "High",
    requester: 3,
    said: [
      [380, 3, "I moved to a new phone, and since then Portico refuses every code of the authenticator app."],
      [
        379,
        10,
        "Mara’s old phone still made valid codes this morning, so her account is fine: the new one was never set up.",
        "note",
      ],
      [
        378,
        10,
        "Codes come from a key that stays on the old phone. Use one of your recovery codes to log in, then set the app up again under *Settings > Two-factor authentication*.",
      ],
      [376, 3, "A recovery code worked, and the new phone is set up."],
      [375, 10, "Good. Please make new recovery codes too, since one of them is used now."],
    ],
    done: [
      [380 - 0.5, 10, { assigneeId: 10 }],
      [374, 10, { status: "Solved" }],
    ],
  },
  {
    subject: "I ordered the same thing twice",
    topic: "Orders and returns",
    priority: "Urgent",
    requester: 13,
    order: 8,
    said: [
      [312, 13, "I pressed the button twice and now there are two orders. Please cancel #8 before it is packed."],
      [311, 10, "Done: order #8 will not be packed, and nothing is charged for it."],
    ],
    done: [
      [311.5, 10, { assigneeId: 10 }],
      [310, 10, { status: "Solved" }],
      [140, 10, { status: "Closed" }],
    ],
  },
  {
    subject: "My registration still waits",
    topic: "Getting started",
    priority: "Low",
    requester: 5,
    said: [
      [262, 5, "I registered some time ago and still cannot log in. Is anything missing?"],
      [
        240,
        10,
        "Nothing is missing on your side, Mateo. Your manager has to confirm that you join us first; I have asked.",
      ],
    ],
    done: [
      [241, 3, { assigneeId: 10 }],
      [240, 10, { status: "Pending" }],
    ],
  },
  {
    subject: "Our tax number is missing on the invoices",
    topic: "Invoices and tax",
    priority: "Normal",
    requester: 6,
    said: [
      [216, 6, "The tax office wants our tax number on every invoice, and I cannot find where to enter it."],
      [
        213,
        3,
        "It goes into the billing address: what stands there is printed as it is. Could you send me the number as it should read? Then I enter it for the open invoices too.",
      ],
      [212, 3, "Careful with invoices that are complete: they must stay as they were sent.", "note"],
    ],
    done: [
      [215, 3, { assigneeId: 3 }],
      [213, 3, { status: "Pending" }],
    ],
  },
  {
    subject: "Letters with accents break in the CSV file",
    topic: "Data and export",
    priority: "Normal",
    requester: 2,
    said: [
      [168, 2, "When I open the file of all users in our spreadsheet, “Álvarez” reads as nonsense."],
      [
        165,
        10,
        "The file is UTF-8. In the spreadsheet use *Data > From text*, and choose UTF-8 there; opening the file by double click guesses wrong.",
      ],
      [163, 2, "That was it. Maybe worth an entry in the FAQs?"],
      [162, 10, "Good idea, it is on my list."],
    ],
    done: [
      [166, 10, { assigneeId: 10 }],
      [161, 10, { status: "Solved" }],
    ],
  },
  {
    subject: "Where is my parcel?",
    topic: "Orders and returns",
    priority: "High",
    requester: 9,
    order: 11,
    said: [
      [122, 9, "Order #11 has been shipping for a while, and the carrier’s page has said “in transit” for three days."],
      [119, 3, "Hello Elena, I have asked the carrier where it is. You hear from me as soon as they answer."],
      [118, 3, "Carrier reference 88-2041. If they lose this one too, we change the carrier.", "note"],
      [52, 3, "It was left at the wrong depot and is on its way again. Could you tell me whether it came?"],
      [27, 9, "Nothing yet. I leave for two weeks on Saturday: will it be here before that?"],
    ],
    done: [
      [121, 10, { assigneeId: 3 }],
      [52, 3, { status: "Pending" }],
      [27, 9, { status: "Open" }],
    ],
  },
  {
    subject: "Can we pay for the year by bank transfer?",
    topic: "Plan and billing",
    priority: "Normal",
    requester: 3,
    said: [
      [98, 3, "Our bookkeeping prefers one transfer a year to a charge on the card each month. Is that possible?"],
      [20, 10, "It is, for a whole year in advance. Shall I send the offer to you or straight to your bookkeeping?"],
    ],
    done: [
      [95, 10, { assigneeId: 10 }],
      [20, 10, { status: "Pending" }],
    ],
  },
  {
    subject: "API token stopped working over night",
    topic: "Sign-in and security",
    priority: "Urgent",
    requester: 15,
    said: [
      [74, 15, "Since this morning `/api/orders` answers 401 to our import, with the same token as yesterday."],
      [72, 10, "Her token expired: it was made for 90 days. Is there a way to warn people before?", "note"],
    ],
    done: [[73, 10, { assigneeId: 10 }]],
  },
  {
    subject: "Another address for order #14",
    topic: "Orders and returns",
    priority: "High",
    requester: 12,
    order: 14,
    said: [[24, 12, "Can order #14 go to my office instead? The address is 3 Grand Canal Quay, Dublin 2."]],
  },
  {
    subject: "Are the sneakers and the overshirts in one parcel?",
    topic: "Orders and returns",
    priority: "Normal",
    requester: 1,
    order: 12,
    said: [
      [
        18,
        1,
        "One parcel of order #12 came today, with the sneakers only. Are the overshirts on their way, or were they forgotten?",
      ],
    ],
    done: [[16, 10, { assigneeId: 3 }]],
  },
  {
    subject: "A card with the pens of order #13",
    topic: "Orders and returns",
    priority: "Low",
    requester: 3,
    order: 13,
    said: [[8, 3, "The six pens are presents. Could you put a blank card into the parcel?"]],
  },
  {
    subject: "Delivery of order #15 on a Saturday",
    topic: "Orders and returns",
    priority: "Normal",
    requester: 4,
    order: 15,
    said: [[2, 4, "We are at home on Saturdays only. Can the chairs come on one?"]],
  },
];
