import { daysAfter } from "./parts";

const texts = [
  [
    "Thank you, we are looking into it",
    "Hello {name},\n\nthank you for writing to us. We are looking into it and come back to you within one working day.",
  ],
  [
    "Return: how to send it back",
    "Hello {name},\n\nyou can return it within 30 days:\n\n1. Put the item back into its packing.\n2. Add the packing slip.\n3. Hand the parcel to any post office.\n\nWe refund you as soon as it has arrived.",
  ],
  [
    "Refund: on its way",
    "Hello {name},\n\nyour refund is on its way. Banks take **three to five working days**; if nothing has come by then, answer here and we ask for you.",
  ],
  [
    "Invoice: how to change the address",
    "Hello {name},\n\nplease send us the address as it shall stand on the invoice, with the tax number if there is one. You then get a corrected invoice with the same number.",
  ],
  [
    "Solved: anything else?",
    "Hello {name},\n\nthis should be solved now. If anything is left open, just answer: the ticket opens again by itself.",
  ],
] as const;

/** Returns five reply templates. */
export const sampleCannedReplies = (now: Date) =>
  texts.map(([title, body], index) => ({ id: index + 1, title, body, createdAt: daysAfter(now, index - 40) }));
