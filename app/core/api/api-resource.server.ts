/** Resources of `/api`. Responses, validation and documentation are all derived from one definition. */
import { and, type InferInsertModel, type InferSelectModel, type SQL } from "drizzle-orm";
import { z } from "zod";
import type { LookupItem } from "db/lookups";
import type { RecordPermissions } from "~/core/access/access.server";
import {
  absent as notThere,
  invalidRequest,
  jsonBody,
  methodNotAllowed,
  parseBody,
  textBody,
  valuesOf,
} from "~/core/http/api.server";
import type { Listing, ListTable } from "~/core/list/listing.server";
import { listingFor, type Reader } from "~/core/list/reach.server";
import type { Noun } from "~/core/values/noun";
import { changedFields, type DeepPartial, deepPartial } from "~/core/values/deep-partial";
import type { ActingUser, Actor, CreateResult, Outcome, Person } from "~/core/resource/act.server";
import {
  answerDelete,
  answerList,
  answerOne,
  answerSaved,
  neededId,
  savedAnswer,
  revisionOf,
  type ApiReadable,
  type Trashable,
  wantedRevision,
} from "./api-records.server";
import { daysIn } from "./days-in.server";
import { AnsweredBefore, IdempotentRequest, type Once } from "./idempotency.server";
import type { Id } from "~/core/resource/resource.server";

/** Definition of a readable resource. */
interface Reading<Table extends ListTable, Answer extends z.ZodObject> {
  /** Such as `/api/users`; by default that of its list below `/api`. */
  path?: string;
  listing: Listing<Table>;
  /** The shape of one record in a response. */
  shape: Answer;
  show(row: InferSelectModel<Table>): z.output<Answer>;
  /** Response to `?id=` if there is no such record; a 404 by default. */
  absent?: "404" | "false";
  /** How records were at the end of a day, for `?asOf=`. */
  asOf?: AsOf<Table>;
  /** States to choose by `?state=`. */
  states?: States;
  /** Adds what `show` needs of other tables to the rows. */
  complete?(rows: InferSelectModel<Table>[]): Promise<InferSelectModel<Table>[]>;
  /** Nested lists, by the last part of their path. */
  lists?: Record<string, ApiList>;
  /** Acts on one record, by the last part of their path. */
  acts?: Record<string, ApiAct>;
  /** Sentence about the effect of `DELETE`, if it does not move records to the trash. */
  aboutDeleting?: string;
  /** An example record for the documentation, one of the samples. */
  example: z.output<Answer>;
}

interface AsOf<Table extends ListTable> {
  /** Text about the parameter, for the documentation. */
  about: string;
  /** Returns the condition for the records that there were at the end of a day. */
  scope(day: string): SQL | undefined;
  rowsOn(day: string, rows: InferSelectModel<Table>[]): Promise<InferSelectModel<Table>[]>;
}

interface States {
  /** Text about the parameter, for the documentation. */
  about: string;
  /** The records of each state: those that meet a condition, or the deleted ones. */
  by: Record<string, SQL | "deleted">;
}

/** Definition of creation. `values` converts a body to columns. */
interface Creating<New, Body extends z.ZodObject> {
  body: Body;
  values(body: z.output<Body>): New | Promise<New>;
  /** A body that creates the example record, if it cannot be derived from its fields. */
  example?: z.input<Body>;
}

/**
 * Definition of changes: any part of `body`, by `PUT` with the id in the body, or by `PATCH` with `?id=`. `values`
 * converts the parts that differ from the record to columns.
 */
interface Changing<Table extends ListTable, Shape extends z.core.$ZodLooseShape> {
  method: "PUT" | "PATCH";
  body: z.ZodObject<Shape>;
  values(
    part: z.output<DeepPartial<Shape>>,
    before: InferSelectModel<Table>,
  ): Partial<InferInsertModel<Table>> | Promise<Partial<InferInsertModel<Table>>>;
  /** A partial change of the example, for the documentation. */
  example: z.input<DeepPartial<Shape>>;
  /** Sentences about what is left to do, in `warnings` of the response. */
  warnings?: ChangeWarnings<InferSelectModel<Table>>;
}

interface ChangeWarnings<Row> {
  /** Text about the list, for the documentation. */
  about: string;
  of(before: Row, after: Row): Promise<string[]>;
}

/** A kind of record of which a user may read some. */
interface Readable<Table extends ListTable> {
  noun: Noun;
  /** Such as "User not found". */
  absent: string;
  permissions: RecordPermissions;
  asSeenBy(me: Reader): ApiReadable<Table>["of"];
}

/** A kind of record created from `New` values and changed; `defineResource` returns one. */
interface Changeable<Table extends ListTable, New> extends Readable<Table> {
  create(by: Actor, values: New, once?: Once<InferSelectModel<Table>>): Promise<CreateResult<InferSelectModel<Table>>>;
  asSeenBy(me: Reader): Trashable<Table>["of"] & {
    change(
      by: Actor,
      id: Id,
      patch: Partial<InferInsertModel<Table>>,
      revision?: number,
    ): Promise<Outcome<InferSelectModel<Table>>>;
  };
}

type Rules<
  Table extends ListTable,
  New,
  Answer extends z.ZodObject,
  Body extends z.ZodObject,
  Shape extends z.core.$ZodLooseShape,
> = Reading<Table, Answer> &
  (
    | {
        of: Changeable<Table, New>;
        create?: Creating<NoInfer<New>, Body>;
        change: Changing<Table, Shape>;
      }
    /** Records that never change, such as issued documents. */
    | { of: Changeable<Table, New>; create: Creating<NoInfer<New>, Body>; change?: undefined }
    | { of: Readable<Table>; create?: undefined; change?: undefined }
  );

/** A nested list, such as `/api/users/roles`. */
export interface ApiList {
  /** Summary for the documentation. */
  about: string;
  /** The shape of one item. */
  shape: z.ZodObject;
  /** Returns the items that `me` may see. */
  items(me: Reader): Promise<object[]>;
  example: object[];
}

/** An act on the record of `?id=` by `POST`, such as `/api/invoice-drafts/issue`, which answers another record. */
export interface ApiAct {
  /** Summary for the documentation. */
  summary: string;
  about: string;
  /** The record that it answers, under its noun. */
  answer: { noun: Noun; example: Record<string, unknown> };
  run(me: Reader & Person, request: Request): Promise<Response>;
}

const ListItem = z.object({ id: z.int().positive(), title: z.string(), value: z.string() });

/** Defines a list of options. */
export const choices = (about: string, items: LookupItem[]): ApiList => ({
  about,
  shape: ListItem,
  items: async () => items,
  example: items.slice(0, 2),
});

/** A resource of `/api`, whatever its table. Registered by `app/resources.server.ts`. */
export interface ApiResource {
  /** Such as `/api/users`. */
  path: string;
  of: Pick<ApiReadable<ListTable>["of"], "noun" | "absent">;
  permissions: RecordPermissions;
  listing: Pick<Listing<ListTable>, "table" | "filters" | "fields" | "sorts" | "index">;
  answer: { shape: z.ZodObject; example: Record<string, unknown>; absent: "404" | "false" };
  create?: { body: z.ZodObject; example?: object };
  change?: {
    method: "PUT" | "PATCH";
    body: z.ZodObject;
    example: object;
    warnings?: Pick<ChangeWarnings<unknown>, "about">;
  };
  lists: Record<string, ApiList>;
  asOf?: Pick<AsOf<ListTable>, "about">;
  states?: States;
  acts: Record<string, ApiAct>;
  aboutDeleting?: string;
  /** Responds with the list, or with the record of `?id=`. */
  read(me: Reader, request: Request): Promise<Response>;
  /** Responds to a write with any method. */
  write(me: Reader & Person, request: Request): Promise<Response>;
}

/** Creates an API resource from its definition. */
export function apiOf<
  Table extends ListTable,
  New,
  Answer extends z.ZodObject,
  Body extends z.ZodObject,
  Shape extends z.core.$ZodLooseShape,
>(rules: Rules<Table, New, Answer, Body, Shape>): ApiResource {
  const { of, listing, shape, show, example, absent = "404", create, change, lists = {}, acts: nested = {} } = rules;
  const { path = `/api${listing.path}` } = rules;
  const acts: Acts = rules.change || rules.create ? actsOf(rules.of, { listing, path, show }, rules) : new Map();
  return {
    path,
    of,
    permissions: of.permissions,
    listing,
    answer: { shape, example, absent },
    create,
    change: change && { ...change, body: deepPartial(change.body) },
    lists,
    asOf: rules.asOf && { about: rules.asOf.about },
    states: rules.states,
    acts: nested,
    aboutDeleting: rules.aboutDeleting,
    read: async (me, request) => {
      const theirs = { of: of.asSeenBy(me), listing: listingFor(listing, me), path, show, rowsAsShown: rules.complete };
      const { searchParams } = new URL(request.url);
      const id = searchParams.get("id");
      const shown = await inState(await onDay(theirs, rules.asOf, searchParams), rules.states, searchParams);
      return id === null ? answerList(shown, searchParams) : answerOne(shown, id, absent);
    },
    write: (me, request) =>
      acts.get(request.method)?.(me, request) ?? methodNotAllowed(["GET", ...acts.keys()].join(", ")),
  };
}

/** Returns the records as they were on the day of `?asOf=`. Throws a 400 response if it is no past day. */
async function onDay<Table extends ListTable>(
  readable: ApiReadable<Table>,
  asOf: AsOf<Table> | undefined,
  search: URLSearchParams,
): Promise<ApiReadable<Table>> {
  if (!asOf || !search.has("asOf")) return readable;
  const { asOf: day } = await daysIn(search, { asOf: {} });
  return {
    ...readable,
    listing: { ...readable.listing, scope: and(readable.listing.scope, asOf.scope(day)) },
    rowsAsShown: (rows) => asOf.rowsOn(day, rows),
    linkParams: { ...readable.linkParams, asOf: day },
  };
}

/** Returns the records in the state of `?state=`. Throws a 400 response if there is no such state. */
async function inState<Table extends ListTable>(
  readable: ApiReadable<Table>,
  states: States | undefined,
  search: URLSearchParams,
): Promise<ApiReadable<Table>> {
  const state = search.get("state");
  if (!states || state === null) return readable;
  const by = Object.hasOwn(states.by, state) ? states.by[state] : undefined;
  if (!by) return invalidRequest({ state: `Enter one of ${Object.keys(states.by).join(", ")}` });
  const { listing } = readable;
  return {
    ...readable,
    ...(by === "deleted" ? { isTrash: true } : { listing: { ...listing, scope: and(listing.scope, by) } }),
    linkParams: { ...readable.linkParams, state },
  };
}

/** Handlers by method. */
type Acts = Map<string, (me: Reader & Person, request: Request) => Promise<Response>>;

interface ToDo<Table extends ListTable, New, Body extends z.ZodObject, Shape extends z.core.$ZodLooseShape> {
  create?: Creating<New, Body>;
  change?: Changing<Table, Shape>;
}

function actsOf<Table extends ListTable, New, Body extends z.ZodObject, Shape extends z.core.$ZodLooseShape>(
  of: Changeable<Table, New>,
  { listing, path, show }: Omit<ApiReadable<Table>, "of">,
  { create, change }: ToDo<Table, New, Body, Shape>,
): Acts {
  const visibleTo = (me: Reader) => ({ of: of.asSeenBy(me), listing: listingFor(listing, me), path, show });

  async function add(me: ActingUser, request: Request, { body: rules, values }: Creating<New, Body>) {
    const shown = visibleTo(me);
    const sent = await textBody(request);
    const repeatable = await IdempotentRequest.of(request, me, { scope: listing.path, body: sent });
    const earlier = await repeatable?.replay();
    if (earlier) return earlier;
    const body = await parseBody(sent);
    const read = await valuesOf(rules, body);
    if (Object.keys(body).length === 0) return invalidRequest();
    try {
      return await answerSaved(
        shown,
        await of.create(
          me,
          await values(read),
          repeatable?.once((row: InferSelectModel<Table>) => savedAnswer(shown, row)),
        ),
      );
    } catch (error) {
      if (error instanceof AnsweredBefore && repeatable) return repeatable.answerOf(error.stored); // its duplicate was first
      throw error;
    }
  }

  async function alter(me: ActingUser, request: Request, change: Changing<Table, Shape>) {
    const shown = visibleTo(me);
    const part = deepPartial(change.body);
    const body = await jsonBody(request);
    const id = await neededId(listing, change.method === "PUT" ? body.id : new URL(request.url).searchParams.get("id"));
    for (;;) {
      const before = await shown.of.get(id);
      if (!before) return notThere(of.absent);
      const values = await change.values(await valuesOf(part, changedFields(body, show(before))), before);
      const wanted = wantedRevision(request, before);
      const outcome = await shown.of.change(me, id, values, wanted ?? revisionOf(before));
      const meanwhile = !outcome.ok && outcome.reason === "stale" && wanted === undefined;
      if (meanwhile) continue; // retry with the changed record
      const warnings = outcome.ok ? await change.warnings?.of(before, outcome.row) : undefined;
      return answerSaved(shown, outcome, warnings?.length ? { warnings } : {});
    }
  }

  const acts: Acts = new Map();
  if (create) acts.set("POST", (me, request) => add(me, request, create));
  if (change)
    acts
      .set(change.method, (me, request) => alter(me, request, change))
      .set("DELETE", (me, request) => answerDelete(me, request, visibleTo(me)));
  return acts;
}
