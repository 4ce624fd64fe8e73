import { insertToken, type AccountToken } from '../db/account-token-changes.ts';
import { insertMail } from '../db/mail-changes.ts';
import type { MailText } from '../domain/account-mails.ts';
import type { AccountContext } from './account-context.ts';
import { newToken } from './one-time-token.ts';
import type { Work } from './transaction.ts';

const hour = 3_600_000;

/** How long a link of each kind counts. */
const lasts = {
  verify_email: 24 * hour,
  change_email: 24 * hour,
  reset_password: hour,
} as const satisfies Record<AccountToken['purpose'], number>;

/** The page behind each kind of link. */
const pages = {
  verify_email: 'verify-email',
  change_email: 'verify-email',
  reset_password: 'reset-password',
} as const satisfies Record<AccountToken['purpose'], string>;

/**
 * Writes a message into the transaction that needs it; it leaves after the commit, and only then.
 * `secretUntil`: when a link in it ends, after which its text isn't kept.
 */
export async function postMail(
  trx: Work,
  context: Pick<AccountContext, 'clock' | 'mailsAreKept'>,
  to: string,
  mail: MailText,
  secretUntil: Date | null = null,
): Promise<void> {
  await insertMail(trx, { to, ...mail, secretUntil }, context.mailsAreKept, context.clock.now());
}

/**
 * Sends a one-time link to the address that it proves. Only the hash of its secret is kept; the
 * secret stands behind the link's `#`, so that no server or log ever has it (ASVS 5.0 14.2.1).
 */
export async function postLink(
  trx: Work,
  context: AccountContext,
  token: AccountToken,
  compose: (link: string) => MailText,
): Promise<void> {
  const { token: secret, hash } = newToken();
  const now = context.clock.now();
  const expiresAt = new Date(now.getTime() + lasts[token.purpose]);
  await insertToken(trx, hash, token, now, expiresAt);
  const link = `${context.publicUrl}/${pages[token.purpose]}#token=${secret}`;
  await postMail(trx, context, token.email, compose(link), expiresAt);
}
