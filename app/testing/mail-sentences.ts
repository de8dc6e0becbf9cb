/** Returns what toasts say of mails in tests, which have no mail server. */
export const savedMails = (mails = 1) =>
  `${mails === 1 ? "A mail was" : `${mails} mails were`} saved in DATA_DIR/outbox, not sent: no mail server is set up (SMTP_URL)`;
