import { expect, test } from 'vitest';
import { readSmsKeyword } from './sms-keywords.ts';

test.each([
  'STOP',
  ' stop ',
  'Stop.',
  '“Stop!”',
  'STOPALL',
  'stop all',
  'Quit',
  'END',
  'revoke',
  'OPT OUT',
  'opt-out',
  'OptOut',
  'CANCEL',
  'Unsubscribe',
  'please stop',
  'Stop texting me please',
  'stop sending me these messages',
])('%s ends all texts @messages.sms-stop', (text) => {
  expect(readSmsKeyword(text, null)).toBe('stop');
});

test.each([
  'Can you stop by at nine?',
  "Please don't cancel my appointment",
  'The end of the road',
  'I will be late',
  'starting when?',
  '',
  '👍',
])('%s does not end texts', (text) => {
  expect(readSmsKeyword(text, null)).toBeNull();
});

test('START, UNSTOP and HELP are not requests to stop', () => {
  expect(readSmsKeyword('START', null)).toBe('start');
  expect(readSmsKeyword('unstop', null)).toBe('start');
  expect(readSmsKeyword('Help', null)).toBe('help');
});

test("Twilio's interpretation is used, but never overrides a word that ends all texts @messages.sms-stop", () => {
  expect(readSmsKeyword('ARRET', 'STOP')).toBe('stop');
  expect(readSmsKeyword('Yes', 'START')).toBe('start');
  expect(readSmsKeyword('AYUDA', 'HELP')).toBe('help');
  expect(readSmsKeyword('cancel', 'START')).toBe('stop');
});
