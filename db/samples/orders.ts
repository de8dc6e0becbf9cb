/** The sample's fifteen orders from the last thirty days, with their progress. */
import type { PaymentMethod } from "../lookups";
import type { OrderItem, orders } from "../schema";
import type { SampleProduct } from "./products";
import { byId, hour } from "./parts";
import type { Step } from "./past";
import type { SamplePerson } from "./users";

type Stage = "New" | "Pending" | "Shipping" | "Delivered" | "Return" | "Cancelled";

/** Status changes by final stage, with the hours since the order and an optional reason. */
const stages: Record<Stage, [status: Stage, afterHours: number, reason?: string][]> = {
  New: [],
  Pending: [["Pending", 2]],
  Shipping: [
    ["Pending", 2],
    ["Shipping", 22],
  ],
  Delivered: [
    ["Pending", 2],
    ["Shipping", 22],
    ["Delivered", 70],
  ],
  Return: [
    ["Pending", 2],
    ["Shipping", 22],
    ["Delivered", 70],
    ["Return", 80, "One size too small, the customer sends it back"],
  ],
  Cancelled: [
    ["Pending", 2],
    ["Cancelled", 9, "Ordered twice by mistake"],
  ],
};

type Sample = [
  hoursAgo: number,
  customer: number,
  items: [product: number, quantity: number][],
  /** Tax, in cents. */
  tax: number,
  stage: Stage,
  paymentMethod: PaymentMethod,
  lastFour: string,
];

const samples: Sample[] = [
  [
    29 * 24 + 3,
    9,
    [
      [1, 1],
      [2, 2],
      [3, 3],
    ],
    12_40,
    "Delivered",
    "Visa Card",
    "4417",
  ],
  [
    27 * 24 + 1,
    4,
    [
      [8, 4],
      [9, 2],
    ],
    10_60,
    "Delivered",
    "Master Card",
    "0093",
  ],
  [25 * 24 + 6, 12, [[11, 1]], 11_20, "Delivered", "Credit Card", "7725"],
  [22 * 24 + 4, 1, [[6, 4]], 14_75, "Delivered", "Paypal", "3308"],
  [
    20 * 24 + 9,
    7,
    [
      [5, 1],
      [4, 1],
    ],
    12_10,
    "Return",
    "Visa Card",
    "1956",
  ],
  [18 * 24 + 2, 15, [[12, 1]], 13_90, "Delivered", "Credit Card", "6640"],
  [
    15 * 24 + 7,
    2,
    [
      [10, 1],
      [8, 2],
    ],
    10_90,
    "Delivered",
    "Master Card",
    "2281",
  ],
  [
    13 * 24 + 5,
    13,
    [
      [3, 2],
      [8, 1],
    ],
    10_25,
    "Cancelled",
    "Visa Card",
    "5172",
  ],
  [11 * 24 + 8, 10, [[7, 1]], 15_00, "Delivered", "Credit Card", "8034"],
  [
    8 * 24 + 3,
    6,
    [
      [2, 1],
      [1, 1],
    ],
    12_80,
    "Shipping",
    "Visa Card",
    "9460",
  ],
  [
    6 * 24 + 10,
    9,
    [
      [11, 2],
      [10, 1],
    ],
    13_15,
    "Shipping",
    "Paypal",
    "4417",
  ],
  [
    4 * 24 + 1,
    1,
    [
      [4, 2],
      [5, 1],
    ],
    13_60,
    "Shipping",
    "Credit Card",
    "3308",
  ],
  [2 * 24 + 6, 3, [[3, 6]], 11_70, "Pending", "Master Card", "7019"],
  [
    26,
    12,
    [
      [12, 1],
      [9, 3],
    ],
    14_20,
    "Pending",
    "Visa Card",
    "7725",
  ],
  [
    3,
    4,
    [
      [6, 2],
      [8, 3],
    ],
    13_05,
    "New",
    "Master Card",
    "0093",
  ],
];

const streets: Record<number, string> = {
  1: "8 Akin Adesola Street\nLagos 101241\nNigeria",
  2: "Folkungagatan 61\n116 22 Stockholm\nSweden",
  3: "22 Colonnade Row\nLondon EC2A 4NE\nUnited Kingdom",
  4: "14 Lavelle Road, flat 5\nBengaluru 560001\nIndia",
  6: "31 Talaat Harb Street\nCairo 11511\nEgypt",
  7: "2-17-4 Kagurazaka, Shinjuku\nTokyo 162-0825\nJapan",
  9: "14 Vitosha Street, floor 3\n1000 Sofia\nBulgaria",
  10: "5 Ring Road Central\nAccra GA-029\nGhana",
  12: "9 Lower Leeson Street\nDublin 2\nIreland",
  13: "70 Juta Street, Braamfontein\nJohannesburg 2001\nSouth Africa",
  15: "18 Duxton Hill, #03-02\nSingapore 089601\nSingapore",
};

export const streetOf = (person: SamplePerson) => streets[person.id] ?? person.country ?? "";

export type SampleOrder = typeof orders.$inferInsert & {
  id: number;
  createdAt: Date;
  items: OrderItem[];
  taxAmount: number;
  shippingChargeAmount: number;
  discountAmount: number;
  totalAmount: number;
  customerId: number;
};

/** Discount and shipping of every order, in cents. */
const discount = 5_00;
const shippingCharge = 10_00;

/** Returns the current rows, each with the steps that led to it. */
export function sampleOrders(
  now: Date,
  products: SampleProduct[],
  people: SamplePerson[],
): { row: SampleOrder; steps: Step[] }[] {
  return samples.map(([hoursAgo, customerId, bought, tax, stage, paymentMethod, lastFour], index) => {
    const id = index + 1;
    const customer = byId(people, customerId);
    const createdAt = new Date(now.getTime() - hoursAgo * hour);
    const items = bought.map(([product, quantity]) => itemOf(byId(products, product), quantity));
    const subTotalAmount = items.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
    const street = streetOf(customer);
    const { steps, ...state } = progress(stage, createdAt);
    const row = {
      id,
      createdAt,
      ...state,
      customerId,
      customerName: customer.name,
      customerCompany: customer.company,
      customerEmail: customer.email,
      customerPhone: customer.phone,
      customerImage: customer.image,
      billing: `${customer.name}\n${street}`,
      shipping: `${customer.name}\n${street}`,
      paymentId: `PM-${20400 + id * 7}`,
      paymentMethod,
      cardNumber: paymentMethod === "Paypal" ? "" : `**** **** **** ${lastFour}`,
      items,
      subTotalAmount,
      discountAmount: discount,
      taxAmount: tax,
      shippingChargeAmount: shippingCharge,
      totalAmount: subTotalAmount - discount + tax + shippingCharge,
    };
    return { row, steps };
  });
}

const itemOf = ({ id, title, featureImage, price }: SampleProduct, quantity: number): OrderItem => ({
  id,
  name: title,
  image: featureImage ?? null,
  price,
  quantity,
});

/** Returns an order's current status and its status changes. */
function progress(stage: Stage, placed: Date) {
  let state: { status: string; deliveredAt: Date | null } = { status: "New", deliveredAt: null };
  const steps = stages[stage].map(([status, hours, reason]): Step => {
    const at = new Date(placed.getTime() + hours * hour);
    const before = state;
    state = { status, deliveredAt: status === "Delivered" ? at : state.deliveredAt };
    return { at, before, after: state, reason };
  });
  return { ...state, steps };
}
