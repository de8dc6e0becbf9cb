/** `/api/users`, SPEC section 7. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import type { User } from "db/schema";
import { requireUser } from "~/auth/session.server";
import { isOwnPicture } from "~/files/files.server";
import { answerDelete, answerList, answerOne, answerSaved, wantedRevision } from "~/lib/api-records.server";
import { jsonBody, methodNotAllowed, numericId, valuesOf } from "~/lib/api.server";
import { pictureOf } from "~/lib/avatar";
import { UserForm } from "./user";
import { createUser, getUser, trashUsers, updateUser, userListing } from "./users.server";

const kind = {
  one: "user",
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

const image = z.string().refine(isOwnPicture, "Name a picture on this server, such as one from another answer, or leave it out");
const { country: address, phone, ...needed } = UserForm.shape;
const UserBody = z.object({ ...needed, address: address.optional(), phone: phone.optional(), image: image.optional() });

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request);
  const id = new URL(request.url).searchParams.get("id");
  return id === null ? answerList(request, userListing, kind.shape) : answerOne(kind, await getUser(Number(id)));
}

export async function action({ request }: ActionFunctionArgs) {
  const me = await requireUser(request);
  switch (request.method) {
    case "POST": {
      const { address, ...values } = await valuesOf(UserBody, await jsonBody(request));
      return answerSaved(kind, await createUser(me, { phone: "", ...values, country: address ?? "" }));
    }
    case "PUT": {
      const { id, ...body } = await jsonBody(request);
      const { address, ...values } = await valuesOf(UserBody.partial(), body);
      const patch = address === undefined ? values : { ...values, country: address };
      return answerSaved(kind, await updateUser(me, await numericId(id), patch, wantedRevision(request)));
    }
    case "DELETE":
      return answerDelete(request, kind, {
        read: numericId,
        trash: (ids) => trashUsers(me, ids),
        remaining: () => answerList(new Request(new URL("/api/users", request.url)), userListing, kind.shape),
      });
    default:
      return methodNotAllowed("GET, POST, PUT, DELETE");
  }
}
