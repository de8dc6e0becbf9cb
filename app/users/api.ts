/** `/api/users`, SPEC section 7. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import type { User } from "db/schema";
import { requireUser } from "~/auth/session.server";
import { isOwnPicture } from "~/files/files.server";
import { absent, jsonBody, methodNotAllowed, numericId, valuesOf } from "~/lib/api.server";
import { isDrawn, pictureOf } from "~/lib/avatar";
import { recordId } from "~/lib/ids";
import { answerDelete, answerList, answerOne, answerSaved, wantedRevision } from "~/records/api-records.server";
import { UserRules } from "./user";
import { userListing, userRecords } from "./users.server";

const shown = {
  of: userRecords,
  shape: (user: User) => ({
    id: user.id,
    name: user.name,
    image: pictureOf(user),
    email: user.email,
    role: user.role,
    status: user.status,
    address: user.country,
    createdAt: user.createdAt.toISOString(),
    phone: user.phone,
  }),
};

/** What an answer said may be sent back: the address of drawn initials means that there is no picture, as null does. */
const image = z
  .string()
  .nullable()
  .transform((address) => (address && isDrawn(address) ? null : address))
  .refine(async (address) => address === null || (await isOwnPicture(address)), "Name a picture on this server, such as one from another answer, or leave it out");
const { country: address, phone, ...needed } = UserRules.shape;
const UserBody = z.object({ ...needed, address: address.optional(), phone: phone.optional(), image: image.optional() });

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request);
  const id = new URL(request.url).searchParams.get("id");
  return id === null ? answerList(request, userListing, shown.shape) : answerOne(shown, await userRecords.get(recordId(id)));
}

export async function action({ request }: ActionFunctionArgs) {
  const me = await requireUser(request);
  switch (request.method) {
    case "POST": {
      const { address, ...values } = await valuesOf(UserBody, await jsonBody(request));
      return answerSaved(shown, await userRecords.create(me, { phone: "", ...values, country: address ?? "" }));
    }
    case "PUT": {
      const { id, ...body } = await jsonBody(request);
      const before = await userRecords.get(await numericId(id));
      if (!before) return absent(userRecords.absent);
      if (body.role === "" && before.role === "") delete body.role; // who registers has none yet
      const { address, ...values } = await valuesOf(UserBody.partial(), body);
      const patch = address === undefined ? values : { ...values, country: address };
      return answerSaved(shown, await userRecords.change(me, before.id, patch, wantedRevision(request, before)));
    }
    case "DELETE":
      return answerDelete(me, request, shown, {
        read: numericId,
        remaining: () => answerList(new Request(new URL("/api/users", request.url)), userListing, shown.shape),
      });
    default:
      return methodNotAllowed("GET, POST, PUT, DELETE");
  }
}
