/** Words for taking records away and back: most go to the trash, and issued documents become void. Browser-safe. */
import type { Noun } from "./noun";
import { pick } from "./pick";
import { trashDays } from "./trash";

const trash = {
  /** The act on one record, and on several. */
  remove: "Delete",
  removeMany: ["Move", "Moving"],
  destination: " to the trash",
  /** Title of the question before it, about a record. */
  question: (name: string) => `Move ${name} to the trash?`,
  confirm: "Move to the trash",
  removed: "moved to the trash",
  isRemoved: "in the trash",
  restore: "Restore",
  restoring: "Restoring",
  restored: "restored",
  /** The title of the list of removed records, and how long they stay. */
  list: "Trash",
  fate: `Kept for ${trashDays} days, then removed for good.`,
  emptyTitle: "The trash is empty",
  emptyText: `What you delete is kept here for ${trashDays} days.`,
  wayBack: (pronoun: string) => `You can restore ${pronoun} from the trash for ${trashDays} days.`,
  column: "Deleted",
} as const;

type Words = { readonly [Name in keyof typeof trash]: Widened<(typeof trash)[Name]> };
type Widened<Word> = Word extends string ? string : Word extends readonly string[] ? readonly [string, string] : Word;

const voids: Words = {
  remove: "Void",
  removeMany: ["Void", "Voiding"],
  destination: "",
  question: (name) => `Void ${name}?`,
  confirm: "Void",
  removed: "voided",
  isRemoved: "void",
  restore: "Reinstate",
  restoring: "Reinstating",
  restored: "reinstated",
  list: "Void",
  fate: "They keep their numbers and count nowhere.",
  emptyTitle: "Nothing is void",
  emptyText: "What you void keeps its number and is listed here.",
  wayBack: (pronoun) => `It keeps its number, and you can reinstate ${pronoun}.`,
  column: "Voided",
};

/** Returns the words for a kind of record. */
export const removalWords = (noun: Pick<Noun, "voids">): Words => (noun.voids ? voids : trash);

/** The words that a list shows, which the server sends so that no list loads those of others. */
export type ListedRemoval = ReturnType<typeof listedRemoval>;

/** Returns the words that a list of such records shows. */
export const listedRemoval = (noun: Pick<Noun, "voids">) =>
  pick(removalWords(noun), "remove", "restore", "list", "fate", "emptyTitle", "emptyText", "column");
