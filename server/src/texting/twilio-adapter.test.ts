import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { startSmsProvider, type ProviderBehavior } from '@curbwrench/testing/sms-provider';
import { SettableClock } from '../application/clock.ts';
import { createTwilioAdapter, type TwilioSettings } from './twilio-adapter.ts';

const now = new Date('2026-03-03T17:00:00Z');
const clock = new SettableClock(now);
const provider = await startSmsProvider();
const onOptOut = vi.fn<(number: string) => Promise<void>>(async () => undefined);
afterAll(() => provider.stop());
beforeEach(() => {
  onOptOut.mockClear();
  provider.respondWith('accept');
});

const message = {
  id: 12,
  personId: 'person',
  to: '+14155552671',
  subject: 'Reminder',
  text: 'See you tomorrow at 9 AM & 50% off? ✓',
  html: null,
  calendar: null,
  unsubscribeUrl: null,
  path: '/appointments/1',
  topic: 'appointment-1',
  expiresAt: new Date(now.getTime() + 90_500),
};

function send(
  details: Partial<typeof message> = {},
  { timeoutMs = 5_000, ...settings }: Partial<TwilioSettings> & { timeoutMs?: number } = {},
) {
  const sender = createTwilioAdapter(
    { ...provider.settings, ...settings },
    { clock, publicUrl: 'https://book.example.com', onOptOut, timeoutMs },
  );
  return sender.send({ ...message, ...details });
}

test("a text message is sent through the Messaging Service, and the outcome contains Twilio's id for it", async () => {
  const outcome = await send();
  const received = provider.received.at(-1);
  expect(outcome).toEqual({ kind: 'accepted', providerId: received?.sid });
  const { apiKey, apiSecret, messagingServiceSid } = provider.settings;
  expect(Object.fromEntries(received?.parameters ?? [])).toEqual({
    To: '+14155552671',
    Body: message.text,
    MessagingServiceSid: messagingServiceSid,
    StatusCallback: 'https://book.example.com/webhooks/sms/status?message=12',
    ValidityPeriod: '90',
  });
  expect(received?.authorization).toBe(`Basic ${btoa(`${apiKey}:${apiSecret}`)}`);
});

test('Twilio may deliver a message until it expires, for up to ten hours', async () => {
  await send({ expiresAt: new Date(now.getTime() + 7 * 86_400_000) });
  expect(provider.received.at(-1)?.parameters.get('ValidityPeriod')).toBe('36000');
});

test('a message that has expired is not sent', async () => {
  const count = provider.received.length;
  expect(await send({ expiresAt: now })).toMatchObject({ kind: 'refused' });
  expect(provider.received).toHaveLength(count);
});

test.each<[string, ProviderBehavior]>([
  ['the response is lost', 'lose response'],
  ['only half of the response arrives', 'partial response'],
  ['Twilio fails after accepting the message', 'fail after'],
  ['Twilio fails, perhaps before accepting the message', 'fail before'],
  ['the response is not JSON', (response) => void response.writeHead(201).end('<html>')],
  [
    'the response identifies no message',
    (response) => void response.writeHead(201).end('{"sid":"x"}'),
  ],
  [
    'the response is too long',
    (response) => void response.writeHead(201).end('"'.padEnd(70_000, 'x')),
  ],
])('the outcome is unknown if %s @messages.sms-once', async (_, behavior) => {
  provider.respondWith(behavior);
  expect(await send()).toMatchObject({ kind: 'unknown' });
});

test('the outcome is unknown if Twilio does not respond in time @messages.sms-once', async () => {
  provider.respondWith('time out');
  expect(await send({}, { timeoutMs: 200 })).toEqual({
    kind: 'unknown',
    reason: 'Twilio did not respond.',
    afterSeconds: null,
  });
});

test.each([
  ['17', 17],
  ['Tue, 03 Mar 2026 17:00:30 GMT', 30],
  ['Tue, 03 Mar 2026 16:00:00 GMT', 0],
  ['soon', null],
])('a message is retried after Retry-After: %s', async (value, afterSeconds) => {
  provider.respondWith({ rateLimit: value });
  expect(await send()).toMatchObject({ kind: 'retry', afterSeconds });
});

test('a message is retried if Twilio could not be reached', async () => {
  const stopped = await startSmsProvider();
  stopped.stop();
  const { apiUrl } = stopped.settings;
  expect(await send({}, { apiUrl })).toMatchObject({ kind: 'retry' });
  expect(await send({}, { apiUrl: 'http://twilio.invalid' })).toMatchObject({ kind: 'retry' });
});

test.each([401, 403, 404])(
  'a message is retried while the settings are wrong: %s',
  async (status) => {
    provider.respondWith((response) => void response.writeHead(status).end('{"code":20003}'));
    expect(await send()).toMatchObject({ kind: 'retry', afterSeconds: null });
  },
);

test('a redirect is not followed @protection.outbound', async () => {
  const count = provider.received.length;
  provider.respondWith(
    (response) =>
      void response.writeHead(307, { location: `${provider.settings.apiUrl}/elsewhere` }).end(),
    'accept',
  );
  expect(await send()).toMatchObject({ kind: 'retry' });
  expect(provider.received).toHaveLength(count + 1);
});

test.each([21211, 21614, 21408, 30034])(
  'a message refused with %s is not retried',
  async (code) => {
    provider.respondWith(code);
    const outcome = await send();
    expect(outcome).toMatchObject({ kind: 'refused' });
    expect(JSON.stringify(outcome)).toContain(`(Twilio error ${code})`);
    expect(onOptOut).not.toHaveBeenCalled();
  },
);

test('a number that replied STOP according to Twilio is reported as opted out @messages.sms-stop', async () => {
  provider.respondWith(21610);
  expect(await send()).toEqual({
    kind: 'refused',
    reason: 'The number replied STOP. (Twilio error 21610)',
  });
  expect(onOptOut).toHaveBeenCalledExactlyOnceWith('+14155552671');
});

test('no failure reason contains the number or the message', async () => {
  const behaviors: ProviderBehavior[] = [
    21211,
    21610,
    'fail after',
    'lose response',
    { rateLimit: '1' },
  ];
  for (const behavior of behaviors) {
    provider.respondWith(behavior);
    const outcome = await send();
    expect(JSON.stringify(outcome)).not.toMatch(/415555|tomorrow/);
  }
});
