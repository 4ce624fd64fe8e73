import { smsConsentVersion } from '@curbwrench/contract/texting/sms-consent';
import { makePersonWithoutAccount } from '../builders.ts';
import type { AccessCase, CaseObject } from './run-case.ts';
import type { BusinessWithMarkers } from './business-with-markers.ts';

const phone = '(415) 555-2671';

/** Creates a customer without an account, whose phone number can be texted. */
async function makeCustomerWithPhone(fixture: BusinessWithMarkers): Promise<CaseObject> {
  return { id: await makePersonWithoutAccount(fixture, { phone }), isCustomer: true };
}

const ownCase = { permission: 'texting' } as const;
const officeCase = {
  permission: 'customers',
  make: makeCustomerWithPhone,
  missingId: 'nobody-1',
  allowedStatus: 200,
} as const;

/** Consent to text messages. */
export const textingCases: readonly AccessCase[] = [
  { ...ownCase, name: 'own texting: read', endpoint: 'getOwnSmsConsent' },
  {
    ...ownCase,
    name: 'own texting: request a code',
    endpoint: 'sendTextingCode',
    // The viewers' phone numbers can't be texted.
    allowedStatus: 400,
    body: () => ({ agreed: true, consentVersion: smsConsentVersion }),
  },
  {
    ...ownCase,
    name: 'own texting: confirm a code',
    endpoint: 'confirmTextingCode',
    // No code was sent.
    allowedStatus: 400,
    body: () => ({ code: '123456' }),
  },
  { ...ownCase, name: 'own texting: stop', endpoint: 'optOutOfSms', allowedStatus: 200 },
  { ...officeCase, name: "a customer's texting: read", endpoint: 'getCustomerSmsConsent' },
  {
    ...officeCase,
    name: "a customer's texting: record verbal consent",
    endpoint: 'recordVerbalConsent',
    body: () => ({ phone, consentVersion: smsConsentVersion }),
  },
  { ...officeCase, name: "a customer's texting: stop", endpoint: 'optCustomerOutOfSms' },
];
