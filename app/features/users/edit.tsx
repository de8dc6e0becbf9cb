import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { countries } from "db/countries";
import type { z } from "zod";
import { erasedOn } from "~/core/values/deactivated";
import { confirmedForm } from "~/auth/reauthentication/confirm.server";
import { reauthenticationFields } from "~/auth/reauthentication/reauthentication.server";
import { guard } from "~/auth/session.server";
import { useMay } from "~/core/access/may";
import { isWaiting } from "~/core/access/access.server";
import { latestInvoices } from "~/features/invoices/invoices.server";
import { History } from "~/ui/record/history";
import { historyFor } from "~/core/audit/journal.server";
import { type ParsedForm, parseForm } from "~/core/form/form.server";
import { maxPictureBytes } from "~/core/form/form-state";
import { pick } from "~/core/values/pick";
import { timeUntilPurge } from "~/core/list/deletions.server";
import { mailTroubles } from "~/core/mail/mail.server";
import { UnsentMails } from "~/ui/record/unsent-mails";
import { latestOrders } from "~/features/orders/orders.server";
import { Conflict } from "~/ui/record/conflict";
import { saveEdit } from "~/core/pages/save.server";
import { RuleViolation } from "~/core/resource/act.server";
import { latestTickets } from "~/features/support/tickets/tickets.server";
import { YourTickets } from "~/features/support/parts/your-tickets";
import type { User } from "db/schema";
import { accessTitle } from "~/core/access/levels";
import { accessByAddress, statusChangeRefusal, addressChangeRefusal } from "~/core/access/grants.server";
import { Alert } from "~/ui/alert";
import { MenuLink } from "~/ui/overlay/menu";
import { Card, CardBody, Facts } from "~/ui/card";
import { PageTitle } from "~/ui/page-title";
import { InTrash } from "~/ui/form/in-trash";
import { RecordMenu } from "~/ui/record/record-menu";
import { StatusBadge } from "~/ui/values/status-badge";
import { Email } from "~/ui/values/email";
import { Time } from "~/ui/values/time";
import { confirmationOfAddress, peopleConfirmations } from "./confirmations.server";
import { LinkList } from "./profile/link-list";
import { customerMoney } from "~/features/payments/customer-money.server";
import { CustomerMoney } from "~/features/payments/parts/customer-money";
import { PersonInvoices } from "./profile/person-invoices";
import { personFacts } from "./parts/person-facts";
import { PersonOrders } from "./parts/person-orders";
import { withPicture } from "~/core/files/picture-field.server";
import { userFields } from "./fields";
import { shownOf, UserScreenForm, userValues } from "./rules.server";
import { UserForm } from "./user-form";
import { userWithEmail } from "~/features/customers/find-by-email.server";
import { userResource } from "./users.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `${data?.user.name ?? "User"} · Portico` }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const me = await guard(request, userResource, "view");
  const user = await userResource.at(me, params);
  const taken = user.deletedAt ? await userWithEmail(user) : undefined;
  const shown = {
    ...shownOf(user),
    ...pick(user, "uid", "revision", "deletedAt", "deactivatedAt", "accessTakenAt", "links"),
  };
  return {
    countries,
    user: shown,
    access: accessLine(user),
    isMe: user.id === me.id,
    emailStays: user.id !== me.id && !user.uid && addressChangeRefusal(me, user),
    statusStays:
      user.id === me.id
        ? "This is your own account. To leave, use Account Deactivation in your settings."
        : statusChangeRefusal(me, user),
    erasedOn: user.deactivatedAt && erasedOn(user.deactivatedAt),
    taken,
    goes: timeUntilPurge(user.deletedAt),
    orders: await latestOrders(user.id, me),
    invoices: await latestInvoices(user.id, me),
    money: await customerMoney(user.id, me),
    tickets: await latestTickets(user.id, me),
    history: await historyFor(me, userResource, user.id),
    unsent: await mailTroubles({ email: user.email }),
  };
}

/**
 * Describes the user's access. For a user who awaits approval it says what is missing, because the status alone
 * grants no access.
 */
function accessLine(user: User): string {
  const { access, areas, status, accessTakenAt } = user;
  if (access === "none" && isWaiting(user))
    return "Waiting for approval: cannot sign in until someone chooses an access level";
  if (access === "none" && accessTakenAt) return "Access was taken away: cannot sign in";
  if (access === "none") return `No access: cannot sign in${status === "Active" ? ", although Active" : ""}`;
  return `Access as ${accessTitle({ access, areas })}`;
}

type UserValues = Omit<z.output<typeof UserScreenForm>, "removePicture" | "crop"> & { image: string | null };

export async function action({ request, params, context }: ActionFunctionArgs) {
  const me = await guard(request, userResource, "change");
  const sent = await withPicture(
    await parseForm(request, UserScreenForm.extend(reauthenticationFields), maxPictureBytes),
    me,
  );
  const before = await userResource.at(me, params); // a form may take minutes to arrive
  const save = (form: ParsedForm<UserValues>, isRecent: boolean) => {
    const by = isRecent ? me : { ...me, assertRecentlyAuthenticated: refuseConcurrentChange };
    return saveEdit(by, { of: userResource, before, form, fieldsOf: userValues });
  };
  if (!sent.ok) return save(sent, false);
  const { currentPassword: _, ...values } = sent.values;
  const danger = confirmationOfSaving(before, { ...values, restore: sent.restore });
  return confirmedForm({ request, context }, me, danger, sent, (isRecent) => save({ ...sent, values }, isRecent));
}

/** Runs instead of a confirmation if another user changed the person since the page read them: rejects the save. */
async function refuseConcurrentChange() {
  throw new RuleViolation({ "": "Somebody changed this person at the same moment, so nothing was saved. Save again." });
}

/** Returns the confirmation to ask for if saving decides who may sign in. */
function confirmationOfSaving(
  before: User,
  { status, email, restore }: Pick<User, "status" | "email"> & { restore: boolean },
) {
  const page = `/users/${before.id}`;
  if (status !== before.status) return peopleConfirmations.confirmationOf({ act: "set", status }, before.name, page);
  if (restore) return peopleConfirmations.confirmationOf({ act: "restore" }, before.name, page);
  return email !== before.email && accessByAddress(before).access !== "none"
    ? confirmationOfAddress(before, email, page)
    : undefined;
}

export { keepFormOnNetworkError as clientAction } from "~/core/form/network-error";
export { shouldRevalidate } from "~/core/pages/revalidate";

export default function EditUser() {
  const {
    user,
    access,
    isMe,
    emailStays,
    statusStays,
    erasedOn,
    taken,
    goes,
    orders,
    invoices,
    money,
    tickets,
    history,
    unsent,
    countries,
  } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const mayChange = useMay()("people.change");
  const past = (
    <div className="mt-5 grid gap-5">
      {user.links.length > 0 && (
        <Card title="Social media">
          <LinkList links={user.links} />
        </Card>
      )}
      <PersonOrders orders={orders} />
      <PersonInvoices invoices={invoices} />
      <CustomerMoney money={money} />
      {tickets && <YourTickets tickets={tickets} title="Tickets" />}
      <History entries={history} more={`/activity?entity=users&record=${user.id}`} />
    </div>
  );
  return (
    <>
      <PageTitle
        title={user.name}
        breadcrumb={[{ href: "/users", title: "Users" }]}
        badge={<StatusBadge value={user.status} />}
        summary={
          <>
            In the directory since <Time value={user.createdAt} />. <AccessNote text={access} of={user} />
          </>
        }
        actions={
          isMe ? (
            <LeaveMenu name={user.name} />
          ) : (
            mayChange &&
            !statusStays &&
            !user.deletedAt && <RecordMenu name={user.name} trash={`/users/${user.id}/trash`} />
          )
        }
      />
      <UnsentMails mails={unsent} />
      {user.deactivatedAt && erasedOn && !user.deletedAt && (
        <Alert className="mb-5">
          <strong>{user.name} deactivated their account</strong> on <Time value={user.deactivatedAt} />. Until{" "}
          <Time value={erasedOn} /> they may come back by logging in; then they are erased.
        </Alert>
      )}
      {user.deletedAt && !result && (
        <InTrash
          name={user.name}
          restore={taken || !mayChange || statusStays ? undefined : `/users/${user.id}/restore`}
        >
          They cannot sign in. They are erased for good {goes}, with account and history. Their orders and invoices stay
          as they were written; so do earlier backups.
          {taken && <AccessTakenNotice user={user} by={taken} />}
        </InTrash>
      )}
      {user.deletedAt && !result && (!taken || user.uid) ? (
        past
      ) : result && "versions" in result ? (
        <Conflict name={user.name} versions={result.versions}>
          {user.deletedAt && <input type="hidden" name="restore" value="1" />}
        </Conflict>
      ) : !mayChange ? (
        <>
          <Details user={user} />
          {past}
        </>
      ) : (
        <UserForm
          countries={countries}
          user={user}
          emailStays={emailStays || undefined}
          statusStays={statusStays}
          form={result?.form}
        >
          {past}
        </UserForm>
      )}
    </>
  );
}

/** The form's fields as text, for users who may not edit them. */
function Details({ user }: { user: Pick<User, "email"> }) {
  const email = { term: userFields.email.label, value: <Email address={user.email} /> };
  return (
    <Card title="Details">
      <CardBody>
        <Facts facts={[email, ...personFacts(user)]} />
      </CardBody>
    </Card>
  );
}

/** The user's access, with a link to change it for those who may. */
function AccessNote({
  text,
  of: { id, deletedAt, accessTakenAt },
}: {
  text: string;
  of: { id: number; deletedAt: unknown; accessTakenAt: Date | string | null };
}) {
  const may = useMay();
  const since = accessTakenAt && (
    <>
      {" "}
      since <Time value={accessTakenAt} />
    </>
  );
  if (deletedAt || !may("team.view"))
    return (
      <>
        {text}
        {since}.
      </>
    );
  return (
    <a className="link" href={`/team/people/${id}`}>
      {text}
      {since}
    </a>
  );
}

/** Menu on one's own page: replaces Delete with the deactivation page, which asks first and can be reverted. */
function LeaveMenu({ name }: { name: string }) {
  return (
    <RecordMenu name={name}>
      <MenuLink href="/settings/account-deactivation" icon="log-out" className="item-danger">
        Account Deactivation
      </MenuLink>
    </RecordMenu>
  );
}

interface TakenProps {
  user: { uid: string | null; email: string };
  /** The user who has the e-mail address now. */
  by: { id: number; name: string };
}

function AccessTakenNotice({ user, by }: TakenProps) {
  return (
    <>
      {" "}
      <bdi>{user.email}</bdi> belongs to{" "}
      <a className="link" href={`/users/${by.id}`}>
        {by.name}
      </a>{" "}
      now: {user.uid ? "change it there to restore them here." : "to restore them, type another address below."}
    </>
  );
}
