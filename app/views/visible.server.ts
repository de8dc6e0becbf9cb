import { eq, or, type SQL } from "drizzle-orm";
import { savedViews, type User } from "db/schema";

export const ownedBy = ({ id }: Pick<User, "id">): SQL => eq(savedViews.ownerId, id);

/** What somebody may see: their own views, and those that others share. */
export const visibleTo = (me: Pick<User, "id">): SQL | undefined => or(ownedBy(me), savedViews.shared);
