import { Avatar } from "~/ui/values/avatar";
import { Elevation } from "~/ui/brand";
import { Button, buttonColors, ButtonLink, buttonSizes, buttonVariants } from "~/ui/button";
import { Card, CardBody } from "~/ui/card";
import { Icon } from "~/ui/icons/icon";
import { iconNames } from "~/ui/icons/icon-names";
import { StatusBadge } from "~/ui/values/status-badge";

export function Buttons() {
  return (
    <Card title="Buttons">
      <CardBody className="grid gap-5">
        <div className="grid gap-2.5">
          {buttonVariants.map((variant) => (
            <div key={variant} className="flex flex-wrap items-center gap-2.5">
              <span className="w-20 text-xs text-muted">{variant}</span>
              {(variant === "destructive" ? (["default"] as const) : buttonColors).map((color) => (
                <Button key={color} variant={variant} color={color}>
                  {color}
                </Button>
              ))}
            </div>
          ))}
        </div>
        <div className="flex flex-wrap items-center gap-2.5">
          {buttonSizes.map((size) => (
            <Button key={size} size={size} icon="plus" aria-label={size === "icon" ? "Add" : undefined}>
              {size !== "icon" && size}
            </Button>
          ))}
        </div>
        <div className="flex flex-wrap items-center gap-2.5">
          <Button disabled>Disabled</Button>
          <Button busy>Saving…</Button>
          <ButtonLink href="/design">A link</ButtonLink>
          <ButtonLink>A link to nowhere</ButtonLink>
        </div>
      </CardBody>
    </Card>
  );
}

const statuses = [
  "Active",
  "Banned",
  "Pending",
  "Rejected",
  "new",
  "shipping",
  "delivered",
  "return",
  "cancelled",
  "Published",
  "Draft",
  "complete",
  "overdue",
  "open",
  "solved",
  "closed",
  "something else",
];
const people = ["Amara Okafor", "Jonas Lindqvist", "Priya Raman", "Noor El-Sayed", "Mateo Álvarez", "Lucas"];

export function Statuses() {
  return (
    <Card title="Statuses, people, icons">
      <CardBody className="grid gap-5">
        <div className="flex flex-wrap gap-2">
          {statuses.map((status) => (
            <StatusBadge key={status} value={status} />
          ))}
        </div>
        <div className="flex flex-wrap items-center gap-2">
          {people.map((name, id) => (
            <Avatar key={name} person={{ id, name }} />
          ))}
          <Avatar person={{ id: 3, name: "Mara Ellison", image: "/samples/users/3.svg" }} size="sm" />
          <Avatar person={{ id: 3, name: "Mara Ellison", image: "/samples/users/3.svg" }} size="lg" />
          <Avatar person={{ id: 3, name: "Mara Ellison" }} size="xl" />
        </div>
        <div className="flex flex-wrap gap-2.5 text-muted">
          {iconNames.map((name) => (
            <span key={name} title={name}>
              <Icon name={name} label={name} />
            </span>
          ))}
        </div>
        <Elevation className="w-44" />
      </CardBody>
    </Card>
  );
}

const colors = [
  ["background", "bg-background"],
  ["surface", "bg-surface"],
  ["surface-sunken", "bg-surface-sunken"],
  ["selected", "bg-selected"],
  ["border", "bg-border"],
  ["border-control", "bg-border-control"],
  ["text", "bg-text"],
  ["muted", "bg-muted"],
  ["subtle", "bg-subtle"],
  ["primary", "bg-primary"],
  ["primary-tint", "bg-primary-tint"],
  ["inverse", "bg-inverse"],
  ["success", "bg-success"],
  ["success-tint", "bg-success-tint"],
  ["warning", "bg-warning"],
  ["warning-tint", "bg-warning-tint"],
  ["error", "bg-error"],
  ["error-tint", "bg-error-tint"],
  ["info", "bg-info"],
  ["info-tint", "bg-info-tint"],
] as const;

export function Colors() {
  return (
    <Card title="Colours" className="lg:col-span-2">
      <CardBody className="grid grid-cols-3 gap-3 sm:grid-cols-5 lg:grid-cols-10">
        {colors.map(([name, fill]) => (
          <div key={name}>
            <div className={`h-11 rounded-md border border-border ${fill}`} />
            <p className="mt-1 truncate text-2xs text-muted">{name}</p>
          </div>
        ))}
      </CardBody>
    </Card>
  );
}
