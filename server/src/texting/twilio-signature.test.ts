import { expect, test } from 'vitest';
import { isTwilioSignature } from './twilio-signature.ts';

/** The example in Twilio's documentation and libraries. */
const example = {
  url: 'https://mycompany.com/myapp.php?foo=1&bar=2',
  authToken: '12345',
  signature: 'RSOYDt4T1cUTdK1PDd93/VVr8B8=',
  parameters: {
    Digits: '1234',
    To: '+18005551212',
    From: '+14158675309',
    Caller: '+14158675309',
    CallSid: 'CA1234567890ABCDE',
  },
};

function check(change: Partial<typeof example> = {}): boolean {
  const { url, authToken, signature, parameters } = { ...example, ...change };
  return isTwilioSignature(signature, url, new URLSearchParams(parameters), authToken);
}

test("a request is accepted with Twilio's documented signature @messages.sms-signature", () => {
  expect(check()).toBe(true);
});

test('a request is refused if anything but its signature differs @messages.sms-signature', () => {
  expect(check({ authToken: '12346' })).toBe(false);
  expect(check({ url: 'https://mycompany.com/myapp.php?foo=1&bar=3' })).toBe(false);
  expect(check({ url: 'http://mycompany.com/myapp.php?foo=1&bar=2' })).toBe(false);
  expect(check({ parameters: { ...example.parameters, Digits: '1235' } })).toBe(false);
  const { Digits: _, ...rest } = example.parameters;
  expect(check({ parameters: rest as typeof example.parameters })).toBe(false);
});

test('a request is refused with a wrong signature, or without one @messages.sms-signature', () => {
  for (const signature of ['', 'x', 'RSOYDt4T1cUTdK1PDd93/VVr8B9=', `${example.signature}=`]) {
    expect([signature, check({ signature })]).toEqual([signature, false]);
  }
});
