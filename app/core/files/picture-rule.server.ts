import { z } from "zod";
import { isDrawn } from "~/core/values/avatar";
import { isOwnPicture } from "./files.server";

/** Path of a picture on this server, or null. A response can be sent back: the path of drawn initials becomes null. */
export const picture = () =>
  z
    .string()
    .nullable()
    .transform((address) => (address && isDrawn(address) ? null : address))
    .refine(
      async (address) => address === null || (await isOwnPicture(address)),
      "Name a picture on this server, such as one from another answer, or leave it out",
    );
