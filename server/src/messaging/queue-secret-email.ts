import { getButtonLabel } from '@curbwrench/contract/messaging/button-label';
import type { SecretMessageKind } from '@curbwrench/contract/messaging/kinds';
import type { Context, Transaction } from '../application/transaction.ts';
import { insertEmail } from '../mail/changes.ts';
import { findMessageTemplate } from './queries/message-templates.ts';
import { readMessageValues } from './queries/message-values.ts';
import { renderEmailHtml } from './rules/email-layout.ts';
import { fillMessage, type MessageValues } from './rules/message-templates.ts';
import { toVerificationCodeValues } from './rules/message-values.ts';

/*
 * Emails with a code or link that was created for them. Unlike other messages, they are rendered when they are queued,
 * since the code or link is stored nowhere else. They are stored in `emails`, and their text is deleted after they have
 * been sent, given up on, or expired. They are sent regardless of the recipient's preferences.
 */

interface SecretEmailContext extends Context {
  /** Whether there is no mail server. */
  readonly storesEmail: boolean;
}

/** Queues the email with a verification code in this transaction. Its text is deleted at `expiresAt` at the latest. */
export async function queueVerificationCodeEmail(
  trx: Transaction,
  context: SecretEmailContext,
  { to, code, expiresAt }: { readonly to: string; readonly code: string; readonly expiresAt: Date },
): Promise<void> {
  const values = toVerificationCodeValues(context.business, code);
  await queueEmail(trx, context, 'booking_code', values, {
    to,
    // The address is not looked up, so that the response doesn't reveal whom the business knows.
    userId: null,
    linkExpiresAt: expiresAt,
  });
}

/** The email with the new link of an appointment, and its recipient. */
interface NewLinkEmail {
  readonly to: string;
  readonly personId: string;
  readonly appointmentId: number;
  readonly link: string;
  /** When the email's text is deleted at the latest. */
  readonly readableUntil: Date;
}

/**
 * Queues the email with the new link of an appointment in this transaction. Returns false if the person has been
 * deleted, or is no longer the appointment's customer.
 */
export async function queueNewLinkEmail(
  trx: Transaction,
  context: SecretEmailContext,
  { to, personId, appointmentId, link, readableUntil }: NewLinkEmail,
): Promise<boolean> {
  const values = await readMessageValues(trx, {
    kind: 'new_link',
    personId,
    appointmentId,
    now: context.clock.now(),
    business: context.business,
    link,
  });
  if (!values) return false;
  await queueEmail(trx, context, 'new_link', values, {
    to,
    userId: personId,
    linkExpiresAt: readableUntil,
  });
  return true;
}

async function queueEmail(
  trx: Transaction,
  { business, clock, storesEmail }: SecretEmailContext,
  kind: SecretMessageKind,
  values: MessageValues,
  details: { readonly to: string; readonly userId: string | null; readonly linkExpiresAt: Date },
): Promise<void> {
  const template = await findMessageTemplate(trx, kind, 'email');
  if (!template) throw new Error(`There is no email of the kind ${kind}.`);
  const { subject, text } = fillMessage(template, values);
  const html = renderEmailHtml(text, {
    subject,
    businessName: business.name,
    link: values.link ?? '',
    buttonLabel: getButtonLabel(kind),
    unsubscribeUrl: null,
  });
  await insertEmail(trx, { ...details, subject, text, html }, storesEmail, clock.now());
}
