/** An email with a link. Its text and its HTML have the same content. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** Paragraphs before the link, as plain text. */
  readonly lines: readonly string[];
  readonly link: { readonly text: string; readonly url: string };
  /** Paragraphs after the link, as plain text. */
  readonly closing: readonly string[];
}

/** Whether the mail server accepted an email; if not, a reason that the sender may read. */
export type MailResult = { readonly sent: true } | { readonly sent: false; readonly reason: string };

/** Sends emails. */
export interface Mailer {
  /** Whether a mail server is configured. Otherwise, `send` sends nothing. */
  readonly isEnabled: boolean;
  /** Sends an email within a few seconds. The promise never rejects. */
  send(mail: Mail): Promise<MailResult>;
}

/** The mailer of a service without a mail server. */
export const NO_MAILER: Mailer = {
  isEnabled: false,
  send: async () => ({ sent: false, reason: 'The service has no mail server: set it with serve --smtp-url' }),
};
