import { z } from "zod";
import { isDrawn } from "~/core/values/avatar";
import { isOwnPicture } from "./files.server";

/**
 * The address of a picture on this server, or none. What an answer said may be sent back: the address of drawn initials
 * means that there is no picture, as null does.
 */
export const picture = () =>
  z
    .string()
    .nullable()
    .transform((address) => (address && isDrawn(address) ? null : address))
    .refine(
      async (address) => address === null || (await isOwnPicture(address)),
      "Name a picture on this server, such as one from another answer, or leave it out",
    );
