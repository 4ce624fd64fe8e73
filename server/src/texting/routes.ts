import type {
  CustomerSmsConsentStatus,
  OwnSmsConsentStatus,
} from '@curbwrench/contract/texting/schemas';
import type { FastifyInstance } from 'fastify';
import { accepted, type Result } from '../application/rules/result.ts';
import { findMergeTarget } from '../customers/merge-queries.ts';
import { registerEndpoint } from '../http/endpoint.ts';
import type { RouteContext } from '../http/route-context.ts';
import { confirmTextingCode } from './confirm-texting-code.ts';
import { recordVerbalConsent } from './record-verbal-consent.ts';
import { sendTextingCode } from './send-texting-code.ts';
import {
  findCustomerPhones,
  findLastSmsConsent,
  findOptedOut,
  type SmsConsentRow,
} from './sms-consent-queries.ts';
import { stopTexting } from './stop-texting.ts';
import { noSuchCustomer, type TextingContext } from './texting-context.ts';
import { hashNumber, toTextingNumber } from './texting-number.ts';

/**
 * Registers the routes about consent to text messages: a customer reads their own, agrees by verifying their number
 * with a code, and ends it; the office reads a customer's, records that they agreed on the phone, and ends it.
 */
export function textingRoutes(app: FastifyInstance, context: RouteContext & TextingContext): void {
  const db = context.store.kysely;
  const smsIsSetUp = context.sms !== null;

  registerEndpoint(app, context, 'getOwnSmsConsent', ({ viewer }) => readOwnConsent(viewer.id));

  registerEndpoint(app, context, 'sendTextingCode', ({ viewer, body }) =>
    sendTextingCode(context, viewer, body.consentVersion),
  );

  registerEndpoint(app, context, 'confirmTextingCode', async ({ viewer, body }) => {
    const confirmed = await confirmTextingCode(context, viewer, body.code);
    return confirmed.ok ? readOwnConsent(viewer.id) : confirmed;
  });

  registerEndpoint(app, context, 'optOutOfSms', async ({ viewer }) => {
    const stopped = await stopTexting(context, viewer, viewer.id);
    return stopped.ok ? readOwnConsent(viewer.id) : stopped;
  });

  registerEndpoint(app, context, 'getCustomerSmsConsent', async ({ params }) =>
    // A browser may still show the record of a customer who was merged into another.
    readCustomerConsent((await findMergeTarget(context.store.kysely, params.id)) ?? params.id),
  );

  registerEndpoint(app, context, 'recordVerbalConsent', async ({ viewer, params, body }) => {
    const recorded = await recordVerbalConsent(context, viewer, params.id, body);
    return recorded.ok ? readCustomerConsent(params.id) : recorded;
  });

  registerEndpoint(app, context, 'optCustomerOutOfSms', async ({ viewer, params }) => {
    const stopped = await stopTexting(context, viewer, params.id);
    return stopped.ok ? readCustomerConsent(params.id) : stopped;
  });

  async function readOwnConsent(id: string): Promise<Result<OwnSmsConsentStatus>> {
    const phones = await findCustomerPhones(db, id);
    if (!phones) return noSuchCustomer;
    const consent = await findLastSmsConsent(db, id);
    const { phone } = phones;
    const state = phone === null ? undefined : (await listPhoneStates([phone]))[0];
    return accepted({
      smsIsSetUp,
      consent: consent && presentConsent(consent, phones.all),
      phone,
      canBeTexted: state?.canBeTexted ?? false,
      hasOptedOut: state?.hasOptedOut ?? false,
    });
  }

  async function readCustomerConsent(id: string): Promise<Result<CustomerSmsConsentStatus>> {
    const phones = await findCustomerPhones(db, id);
    if (!phones) return noSuchCustomer;
    const consent = await findLastSmsConsent(db, id);
    return accepted({
      smsIsSetUp,
      consent: consent && {
        ...presentConsent(consent, phones.all),
        agreedBy: consent.agreed_by_name,
        endedBy: consent.ended_by_name,
      },
      phones: await listPhoneStates(phones.all),
    });
  }

  async function listPhoneStates(phones: readonly string[]) {
    const states = phones.map((phone) => {
      const number = toTextingNumber(phone);
      return { phone, hash: number && hashNumber(context.pseudonymSecret, number) };
    });
    const hashes = states.flatMap(({ hash }) => hash ?? []);
    const optedOutHashes = await findOptedOut(db, hashes);
    return states.map(({ phone, hash }) => ({
      phone,
      canBeTexted: hash !== null,
      hasOptedOut: hash !== null && optedOutHashes.has(hash),
    }));
  }
}

function presentConsent(row: SmsConsentRow, phones: readonly string[]) {
  return {
    phone: phones.find((phone) => toTextingNumber(phone) === row.number) ?? row.number,
    source: row.source,
    agreedAt: row.agreed_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    endedReason: row.ended_reason,
  };
}
