import { readCalendar } from '@curbwrench/testing/read-calendar';
import { expect, test, vi } from 'vitest';
import {
  getAppointmentUid,
  writeCalendar,
  type Calendar,
  type CalendarEvent,
} from './icalendar.ts';

const event: CalendarEvent = {
  uid: 'appointment-12@curbwrench.example',
  sequence: 3,
  stampedAt: new Date('2026-11-20T08:15:30.900Z'),
  start: new Date('2026-11-26T17:30:00Z'),
  end: new Date('2026-11-26T18:15:00Z'),
  summary: 'Oil Change',
  description: 'Ada L.\n2019 Honda Civic',
  location: '12 Elm St, Springfield, OR 97477',
  url: 'https://curbwrench.example/appointments/12',
  status: 'CONFIRMED',
};

function write(changes: Partial<CalendarEvent> = {}, calendar: Partial<Calendar> = {}): string {
  return writeCalendar({ name: 'Jobs', events: [{ ...event, ...changes }], ...calendar });
}

function readOnlyEvent(text: string) {
  const [first, ...others] = readCalendar(text).events;
  if (!first || others.length > 0) throw new Error('There must be one event.');
  return first;
}

test('a calendar is written in the format that the standard specifies', () => {
  expect(write({}, { method: 'REQUEST' })).toBe(
    [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Curbwrench//Calendar//EN',
      'CALSCALE:GREGORIAN',
      'METHOD:REQUEST',
      'NAME:Jobs',
      'X-WR-CALNAME:Jobs',
      'BEGIN:VEVENT',
      'UID:appointment-12@curbwrench.example',
      'SEQUENCE:3',
      'DTSTAMP:20261120T081530Z',
      'DTSTART:20261126T173000Z',
      'DTEND:20261126T181500Z',
      'SUMMARY:Oil Change',
      String.raw`DESCRIPTION:Ada L.\n2019 Honda Civic`,
      String.raw`LOCATION:12 Elm St\, Springfield\, OR 97477`,
      'URL:https://curbwrench.example/appointments/12',
      'STATUS:CONFIRMED',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ].join('\r\n'),
  );
});

test.each(['America/New_York', 'Asia/Kolkata'])(
  'an event is read back at the same instants on a computer in %s',
  (timeZone) => {
    vi.stubEnv('TZ', timeZone);
    expect(new Date('2026-11-26T17:30:00Z').getHours()).not.toBe(17);
    expect(readOnlyEvent(write())).toEqual({
      ...event,
      stampedAt: new Date('2026-11-20T08:15:30Z'),
      organizer: null,
      attendees: [],
    });
  },
);

test.each(['REQUEST', 'CANCEL'] as const)(
  'a calendar with the method %s names the organizer and the attendee',
  (method) => {
    const read = readCalendar(
      write(
        {
          organizer: { name: 'Curbwrench', email: 'office@curbwrench.example' },
          attendee: { name: 'Ada Lovelace', email: 'ada+cars@example.com' },
        },
        { method },
      ),
    );
    expect(read.method).toBe(method);
    expect(read.events[0]).toMatchObject({
      organizer: 'Curbwrench <mailto:office@curbwrench.example>',
      attendees: ['Ada Lovelace <mailto:ada+cars@example.com>'],
    });
  },
);

test('only a calendar that people subscribe to says how often to read it', () => {
  expect(write()).toContain('\r\nREFRESH-INTERVAL;VALUE=DURATION:PT1H\r\n');
  expect(write({}, { method: 'PUBLISH' })).toContain('\r\nX-PUBLISHED-TTL:PT1H\r\n');
  expect(write({}, { method: 'REQUEST' })).not.toMatch(/REFRESH|TTL/);
});

test('a calendar without events is valid', () => {
  expect(readCalendar(writeCalendar({ name: 'Jobs', events: [] })).events).toEqual([]);
});

test.each([
  String.raw`a\b;c,d:e"f`,
  String.raw`\n is not a line break`,
  'first line\nsecond line',
  'ends with a backslash\\',
  "O'Neil & sons; <b>bold</b>",
  '東京都 🚗 Zoë',
])('the text %j is read back unchanged', (text) => {
  const read = readOnlyEvent(write({ summary: text, description: text, location: text }));
  expect(read).toMatchObject({ summary: text, description: text, location: text });
});

test.each(['\n', '\r', '\r\n', '\v', '\f', '\u0085', '\u2028', '\u2029'])(
  'a text with the line break %j cannot add a line',
  (lineBreak) => {
    const attack = `x${lineBreak}END:VEVENT${lineBreak}BEGIN:VEVENT${lineBreak}UID:evil`;
    const party = { name: attack, email: `${attack}@example.com` };
    const text = write(
      {
        uid: attack,
        summary: attack,
        description: attack,
        location: attack,
        url: `https://curbwrench.example/${attack}`,
        organizer: party,
        attendee: party,
      },
      { name: attack },
    );
    expect(
      text.split(/[\r\n\v\f\u0085\u2028\u2029]+/).filter((line) => /^(END|BEGIN):/.test(line)),
    ).toEqual(['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'END:VEVENT', 'END:VCALENDAR']);
    expect(readOnlyEvent(text).summary).toBe('x\nEND:VEVENT\nBEGIN:VEVENT\nUID:evil');
  },
);

test('a name cannot add a parameter or an address', () => {
  const read = readOnlyEvent(
    write({ attendee: { name: 'A";X=1:mailto:evil@example.com', email: 'a?cc=evil@example.com' } }),
  );
  expect(read.attendees).toEqual([
    "A';X=1:mailto:evil@example.com <mailto:a%3Fcc%3Devil@example.com>",
  ]);
});

test('an attendee without a name has only an address', () => {
  const text = write({ attendee: { name: '', email: 'ada@example.com' } });
  expect(text.replaceAll('\r\n ', '')).toContain('PARTSTAT=ACCEPTED:mailto:ada@example.com\r\n');
});

test('control characters and lone surrogates are removed', () => {
  const text = write({ summary: 'a\u0000b\u001Bc\u007Fd\u009Be\uD83Df\tg' });
  expect(readOnlyEvent(text).summary).toBe('abcdef g');
});

test.each([
  ['one-byte characters', 'a'],
  ['two-byte characters', 'é'],
  ['three-byte characters', '東'],
  ['four-byte characters', '🚗'],
  ['escaped characters', ','],
])('lines of %s are folded at 75 octets, and no character is split', (_name, character) => {
  for (let extra = 0; extra < 5; extra += 1) {
    const summary = `${'x'.repeat(extra)}${character.repeat(200)}`;
    const text = write({ summary });
    for (const line of text.split('\r\n')) {
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
      expect(line).not.toMatch(/\p{Surrogate}/u);
    }
    expect(readOnlyEvent(text).summary).toBe(summary);
  }
});

test('a line of exactly 75 octets is not folded, and a longer line is folded after 75 octets', () => {
  const full = 'x'.repeat(75 - 'SUMMARY:'.length);
  expect(write({ summary: full })).toContain(`\r\nSUMMARY:${full}\r\n`);
  expect(write({ summary: `${full}y` })).toContain(`\r\nSUMMARY:${full}\r\n y\r\n`);
});

test.each([
  ['https://cars.example', 'appointment-7@cars.example'],
  ['http://localhost:5000', 'appointment-7@localhost:5000'],
  ['https://cars.example/', 'appointment-7@cars.example'],
])('an appointment has one UID at %s', (publicUrl, uid) => {
  expect(getAppointmentUid(7, publicUrl)).toBe(uid);
});
