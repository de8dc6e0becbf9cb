import { Alert } from "~/ui/alert";

/** Warns before mails are sent that they would only be saved, and says how to set up a mail server. */
export const NoMailServer = ({ className }: { className?: string }) => (
  <Alert family="warning" className={className}>
    <strong>No mail server is set up.</strong> Mails are saved as files in <span className="code">DATA_DIR/outbox</span>{" "}
    and not sent. To send them, set <span className="code">SMTP_URL</span> as in docs/configure.md and start Portico
    again.
  </Alert>
);
