import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Returns whether a request is from Twilio. If it is, `signature` (the X-Twilio-Signature header) is an HMAC-SHA1 that
 * is keyed with the account's auth token. Its input is the URL, followed by the name and value of each parameter in the
 * order of their names (twilio.com/docs/usage/security). `url` is the public URL that Twilio requested, with its query.
 * Compares the signatures in constant time.
 */
export function isTwilioSignature(
  signature: string,
  url: string,
  parameters: URLSearchParams,
  authToken: string,
): boolean {
  const actual = Buffer.from(signature);
  const expected = Buffer.from(signTwilioRequest(url, parameters, authToken));
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

/** Returns the signature that Twilio sends with a request. */
export function signTwilioRequest(
  url: string,
  parameters: URLSearchParams,
  authToken: string,
): string {
  // Sorted by code units, as Twilio does, not by a locale's rules.
  const names = [...new Set(parameters.keys())].toSorted((a, b) => (a < b ? -1 : 1));
  const text = names.map((name) => {
    const values = [...new Set(parameters.getAll(name))].toSorted((a, b) => (a < b ? -1 : 1));
    return values.map((value) => name + value).join('');
  });
  return createHmac('sha1', authToken)
    .update(url + text.join(''))
    .digest('base64');
}
