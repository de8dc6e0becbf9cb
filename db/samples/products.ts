/** The sample's fifteen products. Pictures: Fluent Emoji (MIT), in `public/samples/products`. */
import type { ProductCategory, ProductColor, ProductSize, ProductStatus } from "../lookups";
import type { Feature, products } from "../schema";
import { daysAfter } from "./parts";

export type SampleProduct = typeof products.$inferInsert & { id: number; createdAt: Date; images: string[] };

export interface ProductText {
  title: string;
  code: string;
  category: ProductCategory;
  /** Price in cents. */
  price: number;
  /** Discount in hundredths of a percent. */
  discount?: number;
  stock: number;
  status?: ProductStatus;
  colors?: ProductColor[];
  sizes?: ProductSize[];
  description: string;
  features: Record<string, string>;
  offers?: string[];
  pictures: string[];
  daysAgo: number;
}

export const freeShipping = "Free shipping over $80";
export const secondPiece = "10% off a second piece";

export const productTexts: ProductText[] = [
  {
    title: "Auralis Wireless Headphones",
    code: "EL-2041",
    category: "Electronics",
    price: 189_00,
    discount: 10_00,
    stock: 42,
    colors: ["blue", "red", "purple"],
    description:
      "Closed headphones that keep the train outside. Thirty-eight hours on one charge, a knob instead of touch areas, and ear pads that come off to be washed.",
    features: {
      Battery: "38 hours",
      Weight: "254 g",
      Bluetooth: "5.3, two devices at once",
      Charging: "USB-C, 10 minutes for 5 hours",
    },
    offers: [freeShipping, "Two years of warranty"],
    pictures: ["headphone", "musical-notes", "battery"],
    daysAgo: 233,
  },
  {
    title: "Trail Backpack 28L",
    code: "SO-1180",
    category: "Sports & Outdoors",
    price: 94_50,
    stock: 18,
    colors: ["blue", "orange", "green"],
    sizes: ["s", "m", "l"],
    description:
      "A light pack for a long day out. Recycled ripstop shell, padded back panel, a laptop sleeve that fits 14 inches, and a rain cover in the lid.",
    features: { Volume: "28 litres", Weight: "860 g", Material: "Recycled ripstop" },
    offers: [freeShipping],
    pictures: ["backpack", "evergreen-tree", "compass"],
    daysAgo: 226,
  },
  {
    title: "Marlow Fountain Pen",
    code: "ST-0417",
    category: "Stationery",
    price: 38_00,
    stock: 120,
    colors: ["blue", "red", "green"],
    description:
      "A pen that starts at the first stroke, even after a holiday. Steel nib, brass grip, and a converter for bottled ink in the box.",
    features: { Nib: "Steel, fine or medium", Filling: "Converter or standard cartridge", Length: "138 mm" },
    offers: [secondPiece],
    pictures: ["fountain-pen", "memo", "envelope"],
    daysAgo: 219,
  },
  {
    title: "Linen Overshirt",
    code: "FA-3102",
    category: "Fashion",
    price: 79_00,
    discount: 15_00,
    stock: 33,
    colors: ["blue", "green", "orange"],
    sizes: ["xs", "s", "m", "l", "xl"],
    description:
      "Heavy linen that gets softer with each wash. Wear it as a shirt in summer and over a jumper when the evenings get cold.",
    features: { Fabric: "100% European linen, 240 g/m²", Fit: "Relaxed", Care: "Wash at 30 °C, dry on a line" },
    offers: [freeShipping],
    pictures: ["coat", "thread", "sewing-needle"],
    daysAgo: 204,
  },
  {
    title: "Court Sneakers",
    code: "FA-3177",
    category: "Fashion",
    price: 112_00,
    stock: 5,
    colors: ["blue", "red", "green", "orange"],
    sizes: ["s", "m", "l", "xl"],
    description:
      "A low court shoe with a stitched cup sole that any cobbler can replace. Leather from one tannery, lining of undyed cotton.",
    features: { Upper: "Full-grain leather", Sole: "Natural rubber, stitched", Weight: "390 g each" },
    offers: [freeShipping, "Returns within 60 days"],
    pictures: ["running-shoe", "socks"],
    daysAgo: 190,
  },
  {
    title: "Oak Dining Chair",
    code: "FU-5021",
    category: "Furniture",
    price: 245_00,
    stock: 14,
    description:
      "Solid oak, wedged joints and a seat that was shaped for long dinners. It comes in one piece and needs no tools.",
    features: { Wood: "European oak, oiled", "Seat height": "45 cm", Carries: "140 kg" },
    offers: ["Free delivery to your door"],
    pictures: ["chair", "wood", "house"],
    daysAgo: 171,
  },
  {
    title: "Halden Two-Seat Sofa",
    code: "FU-5040",
    category: "Furniture",
    price: 1_290_00,
    discount: 5_00,
    stock: 3,
    colors: ["blue", "green", "purple"],
    description:
      "A small sofa with a deep seat. The covers come off, the legs unscrew, and it passes through a door of 76 cm.",
    features: { Width: "158 cm", Cover: "Wool blend, removable", Frame: "Beech and birch plywood" },
    offers: ["Free delivery to your door", "Ten years on the frame"],
    pictures: ["couch-and-lamp", "house", "thread"],
    daysAgo: 165,
  },
  {
    title: "Glazed Plant Pot",
    code: "HK-7004",
    category: "Home & Kitchen",
    price: 27_50,
    stock: 64,
    colors: ["blue", "orange", "green", "pink"],
    sizes: ["s", "m", "l"],
    description:
      "Stoneware with a glaze that runs a little differently on each one. A hole in the bottom, and a saucer that fits.",
    features: { Material: "Stoneware", Saucer: "Included", Frost: "Down to −5 °C" },
    offers: [secondPiece],
    pictures: ["potted-plant", "seedling", "sun"],
    daysAgo: 148,
  },
  {
    title: "Drift Soy Candle",
    code: "HK-7012",
    category: "Home & Kitchen",
    price: 24_00,
    discount: 12_50,
    stock: 0,
    colors: ["orange", "pink", "purple"],
    description: "Cedar, salt and a little smoke. Poured by hand in a glass that makes a good tumbler afterwards.",
    features: { "Burns for": "45 hours", Wax: "Soy", Wick: "Cotton, without lead" },
    offers: [secondPiece],
    pictures: ["candle", "fire", "leaf-fluttering-in-wind"],
    daysAgo: 131,
  },
  {
    title: "Copper Teapot",
    code: "KD-6107",
    category: "Kitchen & Dining",
    price: 68_00,
    stock: 21,
    description: "A pot for four cups. Copper outside, tin inside, and a spout that does not drip.",
    features: { Holds: "0.9 litres", Lining: "Tin", Hob: "Gas and electric, not induction" },
    pictures: ["teapot", "teacup-without-handle", "herb"],
    daysAgo: 118,
  },
  {
    title: "Chef’s Knife 20 cm",
    code: "KD-6120",
    category: "Kitchen & Dining",
    price: 86_00,
    stock: 37,
    description:
      "Carbon steel that takes an edge like a razor and asks to be wiped dry for it. Balanced where the finger and the thumb meet.",
    features: { Blade: "Carbon steel, 20 cm", Handle: "Walnut", Hardness: "61 HRC", Care: "By hand only" },
    offers: ["Sharpened once for free"],
    pictures: ["kitchen-knife", "carrot", "cooking"],
    daysAgo: 96,
  },
  {
    title: "Meridian Automatic Watch",
    code: "AC-4009",
    category: "Accessories",
    price: 415_00,
    stock: 9,
    colors: ["blue", "green"],
    description:
      "An automatic movement behind sapphire, in a case that is flat enough for a cuff. It gains or loses ten seconds a day at most.",
    features: { Case: "Steel, 38 mm", Movement: "Automatic, 41 hours", Water: "10 bar", Strap: "Leather, 20 mm" },
    offers: [freeShipping, "Five years of warranty"],
    pictures: ["watch", "hourglass-done", "droplet"],
    daysAgo: 77,
  },
  {
    title: "Harbour Sunglasses",
    code: "AC-4015",
    category: "Accessories",
    price: 59_00,
    discount: 20_00,
    stock: 51,
    status: "Draft",
    colors: ["blue", "red", "pink"],
    description: "Frames cut from one sheet of acetate, lenses that keep colours as they are.",
    features: { Lenses: "Category 3, polarised", Frame: "Acetate", "In the box": "Case and cloth" },
    pictures: ["sunglasses", "sun", "beach-with-umbrella"],
    daysAgo: 52,
  },
  {
    title: "Two-Drawer File Cabinet",
    code: "OF-8021",
    category: "Office",
    price: 158_00,
    stock: 4,
    status: "Draft",
    colors: ["blue", "orange"],
    description: "Sheet steel, soft runners and one lock for both drawers. It fits under a desk of 72 cm.",
    features: { Size: "40 × 50 × 62 cm", Runners: "Fully extending", Lock: "Two keys" },
    offers: ["Free delivery to your door"],
    pictures: ["file-cabinet", "card-index-dividers", "briefcase"],
    daysAgo: 30,
  },
  {
    title: "Field Notebooks, set of three",
    code: "ST-0440",
    category: "Stationery",
    price: 16_50,
    stock: 86,
    status: "Draft",
    colors: ["red", "orange", "green"],
    description: "Three pocket notebooks with dotted paper that takes ink, sewn so that they lie flat.",
    features: { Pages: "64 each", Paper: "90 g/m², dotted", Size: "9 × 14 cm" },
    pictures: ["notebook", "pencil", "paperclip"],
    daysAgo: 12,
  },
];

/** Returns the rows, with creation dates relative to `now`. */
export function sampleProducts(now: Date, texts = productTexts): SampleProduct[] {
  return texts.map(({ features, pictures, daysAgo, status = "Published", ...values }, index) => {
    const images = pictures.map((picture) => `/samples/products/${picture}.svg`);
    return {
      ...values,
      id: index + 1,
      status,
      features: Object.entries(features).map(([name, value]): Feature => ({ name, value })),
      images,
      featureImage: images[0],
      createdAt: daysAfter(now, -daysAgo),
    };
  });
}
