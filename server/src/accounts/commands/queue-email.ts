import { linkExpiresAt } from '@curbwrench/contract/accounts/one-time-links';
import { insertToken, type AccountToken } from '../changes/account-token-changes.ts';
import { insertEmail, type NewEmail } from '../../mail/changes.ts';
import type { EmailText } from '../rules/account-emails.ts';
import type { AccountContext } from '../../application/account-context.ts';
import { createToken } from './one-time-token.ts';
import type { Transaction } from '../../application/transaction.ts';

/** The page that a token's link opens, by the token's purpose. */
const pages = {
  verify_email: 'verify-email',
  change_email: 'verify-email',
  cancel_email_change: 'cancel-email-change',
  reset_password: 'reset-password',
} as const satisfies Record<AccountToken['purpose'], string>;

/** The address to which an email is sent, and the person it concerns: see `NewEmail`. */
export type EmailRecipient = Pick<NewEmail, 'to' | 'userId'>;

/**
 * Inserts an email into the queue in this transaction; it is sent after the commit. `expiresAt` is when the
 * email's link expires and the email's text is deleted; null for an email without a link.
 */
export async function queueEmail(
  trx: Transaction,
  context: Pick<AccountContext, 'clock' | 'storesEmail'>,
  address: EmailRecipient,
  mail: EmailText,
  expiresAt: Date | null = null,
): Promise<void> {
  const newEmail = { ...address, ...mail, linkExpiresAt: expiresAt };
  await insertEmail(trx, newEmail, context.storesEmail, context.clock.now());
}

/**
 * Queues an email with a one-time link, sent to the token's address. Only the hash of the link's secret is
 * stored; the secret is in the link's fragment (after `#`), so that no server or log receives it (ASVS 5.0
 * 14.2.1).
 */
export async function queueLinkEmail(
  trx: Transaction,
  context: AccountContext,
  token: AccountToken,
  compose: (link: string) => EmailText,
): Promise<void> {
  const { secret, expiresAt } = await insertNewToken(trx, context, token);
  const link = `${context.publicUrl}/${pages[token.purpose]}#token=${secret}`;
  const address = { to: token.email, userId: token.userId };
  await queueEmail(trx, context, address, compose(link), expiresAt);
}

/**
 * Stores a token whose link is never sent, for a change to an address that belongs to someone else: the change is
 * shown as pending but can never be completed.
 */
export async function insertDecoyToken(
  trx: Transaction,
  context: AccountContext,
  token: AccountToken,
): Promise<void> {
  await insertNewToken(trx, context, token);
}

async function insertNewToken(
  trx: Transaction,
  context: AccountContext,
  token: AccountToken,
): Promise<{ readonly secret: string; readonly expiresAt: Date }> {
  const { token: secret, hash } = createToken();
  const now = context.clock.now();
  const expiresAt = linkExpiresAt(token.purpose, now);
  await insertToken(trx, hash, token, now, expiresAt);
  return { secret, expiresAt };
}
