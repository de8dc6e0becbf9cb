import type { Ticket } from "db/schema";
import { Button } from "~/ui/button";

interface SendButtonsProps {
  ticket: Pick<Ticket, "status" | "mergedInto">;
  /** Whether newer messages are shown than when the text was written. */
  isLate: boolean;
}

/** The submit buttons; for a ticket that takes no replies, the action that continues elsewhere. */
export function SendButtons({ ticket, isLate }: SendButtonsProps) {
  if (ticket.mergedInto) {
    return (
      <Button name="keep" value="there">
        Take it to ticket #{ticket.mergedInto}
      </Button>
    );
  }
  if (ticket.status === "Closed") {
    return (
      <>
        <Button name="keep" value="follow-up" variant="outline" className="as-reply">
          Create a follow-up ticket
        </Button>
        <Button name="reopen" value="1" icon="send" className="as-reply">
          Reopen and send
        </Button>
        <Button icon="send" className="as-note">
          {isLate ? "Add anyway" : "Add note"}
        </Button>
      </>
    );
  }
  return (
    <Button icon="send">
      <span className="as-reply">{isLate ? "Send anyway" : "Send reply"}</span>
      <span className="as-note">{isLate ? "Add anyway" : "Add note"}</span>
    </Button>
  );
}
