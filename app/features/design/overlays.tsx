import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { Card, CardBody } from "~/ui/card";
import { Dialog, DialogClose } from "~/ui/overlay/dialog";
import { Icon } from "~/ui/icons/icon";
import { Menu, MenuButton, MenuLink, MenuRule } from "~/ui/overlay/menu";
import { Popover } from "~/ui/overlay/popover";
import { Segments, Tabs } from "~/ui/list/tabs";

export function Alerts() {
  return (
    <Card title="Alerts">
      <CardBody className="grid gap-3">
        <Alert>
          <strong>Your plan renews on 1 Dec.</strong> Nothing to do.
        </Alert>
        <Alert family="success">
          <strong>Invoice sent.</strong> Elena will have it in a minute.
        </Alert>
        <Alert family="warning">
          <strong>Stock is low.</strong> 3 pieces left of Trail Backpack 28L.
        </Alert>
        <Alert family="error">
          <strong>Payment refused.</strong> The bank said no. Ask for another card.
        </Alert>
      </CardBody>
    </Card>
  );
}

export function Navigation() {
  return (
    <Card title="Tabs and segments">
      <CardBody className="grid justify-items-start gap-5">
        <Tabs
          label="Sample"
          className="w-full"
          tabs={[
            { href: "/design", title: "Overview", current: true },
            { href: "/design?tickets", title: "Tickets", count: 3 },
            { href: "/design?faqs", title: "FAQs" },
          ]}
        />
        <Segments
          label="Period"
          tabs={[
            { href: "/design?period=7", title: "7 days" },
            { href: "/design?period=30", title: "30 days", current: true },
            { href: "/design?period=365", title: "12 months" },
          ]}
        />
      </CardBody>
    </Card>
  );
}

export function Overlays() {
  return (
    <Card title="Menu, popover, dialog, toast">
      <CardBody className="grid gap-5">
        <div className="flex flex-wrap items-center gap-3">
          <Menu label="Actions for the sample">
            <MenuLink icon="pencil-line" href="/design">
              Edit
            </MenuLink>
            <MenuButton icon="copy" type="button">
              Duplicate
            </MenuButton>
            <MenuRule />
            <MenuButton icon="trash-2" danger type="button">
              Delete
            </MenuButton>
          </Menu>
          <Popover
            label="Sample"
            button={<Icon name="info" />}
            name="Show the sample"
            panelClass="w-64 p-4!"
            href="/design"
          >
            {() => "A panel beside its button."}
          </Popover>
          <Button type="button" variant="outline" popovertarget="sample-dialog">
            Open the dialog
          </Button>
        </div>
        <Dialog
          id="sample-dialog"
          title="Delete 3 users?"
          actions={
            <>
              <DialogClose dialog="sample-dialog">Keep them</DialogClose>
              <Button type="button" variant="destructive">
                Delete 3 users
              </Button>
            </>
          }
        >
          They lose access now. Their orders and invoices stay.
        </Dialog>
        <div className="toast w-fit">
          <Icon name="circle-check" />
          <span className="me-4">3 users deleted</span>
          <button type="button" className="btn btn-sm">
            Undo
          </button>
        </div>
        <div className="toast toast-error w-fit">
          <Icon name="circle-alert" />
          <span className="me-4">Nothing was left to change.</span>
        </div>
      </CardBody>
    </Card>
  );
}
