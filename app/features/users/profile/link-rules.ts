/** Validation rules for a person's links. Browser-safe. */
import { z } from "zod";
import type { SocialLink } from "db/schema";
import type { FormFields } from "~/core/form/form-state";
import { text } from "~/core/form/rules";
import { addressAt, pageOf } from "./link-addresses";
import { maxAddressLength, maxLinks, networkOf } from "./networks";

/** A row; nothing for one that was left empty. */
const Link = z
  .object({ network: z.string("Choose a network").trim(), url: text({ max: maxAddressLength }) })
  .transform(({ network: value, url }, context): SocialLink | null => {
    const refuse = (field: "network" | "url", message: string) => {
      context.addIssue({ code: "custom", path: [field], message });
      return z.NEVER;
    };
    if (value === "" && url === "") return null;
    const network = networkOf(value);
    if (!network) return refuse("network", "Choose a network");
    if (url === "") return refuse("url", `Enter the address of your page, such as ${network.example}`);
    const address = addressAt(network, url);
    return "error" in address ? refuse("url", address.error) : { network: network.value, url: address.url };
  });

export const LinksForm = z.object({
  links: z
    .array(Link)
    .superRefine((links, context) => {
      const pages = links.map((link) => (link && URL.canParse(link.url) ? pageOf(link) : null)); // a row that broke a rule is looked at too
      for (const [index, page] of pages.entries()) {
        if (page !== null && pages.indexOf(page) < index)
          context.addIssue({
            code: "custom",
            path: [index, "url"],
            message: "This page is in the list already. Remove one of the two.",
          });
      }
    })
    .transform((links) => links.filter((link) => link !== null))
    .refine((links) => links.length <= maxLinks, `Keep to ${maxLinks} links`),
});

/** Returns links as form fields, from a record or from the values of a form. */
export const linkFields = ({ links }: { links: SocialLink[] }): FormFields =>
  Object.fromEntries(
    links.flatMap(({ network, url }, index) => [
      [`links.${index}.network`, network],
      [`links.${index}.url`, url],
    ]),
  );
