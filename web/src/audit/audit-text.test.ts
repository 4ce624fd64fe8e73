import type { AuditEntry } from '@curbwrench/contract/audit/schemas';
import { describe, expect, it } from 'vitest';
import { describeEntries, subjectText } from './audit-text.ts';
import { groupEntries } from './group-entries.ts';

const format = { timeZone: 'America/Los_Angeles', currency: 'USD' };
const dana = { id: 'dana', name: 'Dana Whitaker' };
const sam = { kind: 'mechanic', id: 'sam', name: 'Sam Ortiz' } as const;
const business = { kind: 'business', id: 'true', name: null } as const;

type Values = Partial<Record<string, string | null>>;

/** Returns an entry with these values; a field that `before` or `after` leaves out was null there. */
function entry(
  subject: AuditEntry['subject'],
  action: AuditEntry['action'],
  before: Values,
  after: Values,
  overrides: Partial<AuditEntry> = {},
): AuditEntry {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return {
    number: 1,
    at: '2026-03-03T17:00:00Z',
    actor: dana,
    action,
    subject,
    changes: fields.map((field) => ({
      field,
      before: before[field] ?? null,
      after: after[field] ?? null,
      beforeName: null,
      afterName: null,
      erased: false,
      secret: false,
    })),
    ...overrides,
  };
}

const describeOne = (...parts: Parameters<typeof entry>) =>
  describeEntries([entry(...parts)], format);
const sentenceOf = (...parts: Parameters<typeof entry>) => describeOne(...parts).sentence;

const week = (monday: string, saturday = 'null') =>
  `[null, ${monday}, null, null, null, null, ${saturday}]`;
const openUntil = (closes: string) => `{"opens": "08:00", "closes": "${closes}"}`;

it.each(['tripFee', 'callOutFee'])(
  "shows a service area's trip fee, recorded as %s, as an amount of money @data.audit-text",
  (field) => {
    const area = { kind: 'service_area', id: '1', name: 'North side' } as const;
    expect(sentenceOf(area, 'changed', { [field]: '15.00' }, { [field]: '20.00' })).toBe(
      'changed the trip fee for the North side service area: $20.00 (was $15.00)',
    );
  },
);

it.each(['message_template', 'message_text'] as const)(
  'says that a message template, recorded as %s, was edited or reset @data.audit-text',
  (kind) => {
    const template = { kind, id: 'confirmed.email', name: null } as const;
    const body = { body: 'Hi {{firstName}}' };
    expect(describeOne(template, 'changed', {}, body)).toMatchObject({
      sentence: 'changed the "Mechanic assigned" email template',
      details: [{ label: 'message', after: 'Hi {{firstName}}' }],
    });
    expect(sentenceOf(template, 'changed', body, {})).toBe(
      'reset the "Mechanic assigned" email template',
    );
  },
);

describe('an entry about the business settings', () => {
  it.each(['businessHours', 'openingHours'])(
    'lists the business hours that changed, recorded as %s @data.audit-text',
    (field) => {
      expect(
        sentenceOf(
          business,
          'changed',
          { [field]: week(openUntil('18:00')) },
          { [field]: week(openUntil('17:00')) },
        ),
      ).toBe('changed the business hours: Monday 8:00 AM to 5:00 PM (was 8:00 AM to 6:00 PM)');
      expect(
        describeOne(
          business,
          'changed',
          { [field]: week(openUntil('18:00')) },
          { [field]: week('null', openUntil('12:00')) },
        ),
      ).toEqual({
        sentence: 'changed the business hours',
        details: [
          { label: 'Monday', before: '8:00 AM to 6:00 PM', after: 'closed', note: null },
          { label: 'Saturday', before: 'closed', after: '8:00 AM to 12:00 PM', note: null },
        ],
      });
    },
  );

  it('mentions the logo, but not its file name', () => {
    expect(sentenceOf(business, 'changed', { logoName: 'a' }, { logoName: 'b' })).toBe(
      'replaced the logo',
    );
    expect(sentenceOf(business, 'changed', {}, { logoName: 'b' })).toBe('added the logo');
    expect(sentenceOf(business, 'changed', { logoName: 'a' }, {})).toBe('removed the logo');
  });

  it.each([
    [
      {},
      { landingHeadline: 'We come to you' },
      'set the headline of the landing page: We come to you',
    ],
    [{ landingIntro: 'Old' }, {}, 'removed the introduction of the landing page (was Old)'],
    [
      { noticeHours: '2' },
      { noticeHours: '1' },
      'changed the minimum booking notice: 1 hour (was 2 hours)',
    ],
    [
      { jobsMustEndWithinWorkingHours: 'true' },
      { jobsMustEndWithinWorkingHours: 'false' },
      'turned off the rule that jobs end within working hours',
    ],
    [
      { jobsEndWithinHours: 'false' },
      { jobsEndWithinHours: 'true' },
      'turned on the rule that jobs end within working hours',
    ],
    [
      { slotIntervalMinutes: '30' },
      { slotIntervalMinutes: '60' },
      'changed the start time interval: 60 minutes (was 30 minutes)',
    ],
    [
      { outsideAreas: 'warn' },
      { outsideAreas: 'refuse' },
      'changed the rule for addresses outside the service areas: decline the booking (was accept the booking and flag it)',
    ],
    [
      { latitude: '1.5', longitude: '2.5' },
      { latitude: '3.5', longitude: '4.5' },
      'changed the map location from (1.5, 2.5) to (3.5, 4.5)',
    ],
  ])('describes one changed setting in a sentence: %j to %j', (before, after, sentence) => {
    expect(sentenceOf(business, 'changed', before, after)).toBe(sentence);
  });

  it('lists several changed settings', () => {
    expect(
      describeOne(
        business,
        'changed',
        { name: 'Old', businessHours: week('null'), logoName: 'a' },
        { name: 'New', businessHours: week(openUntil('17:00')), logoName: 'b' },
      ),
    ).toEqual({
      sentence: 'changed the business settings',
      details: [
        { label: 'business name', before: 'Old', after: 'New', note: null },
        {
          label: 'business hours, Monday',
          before: 'closed',
          after: '8:00 AM to 5:00 PM',
          note: null,
        },
        { label: 'logo', before: 'a', after: 'b', note: 'file' },
      ],
    });
  });
});

describe('an entry about a review', () => {
  const review = { kind: 'review', id: '12', name: null } as const;

  it('says that it was replied to, hidden or unhidden @data.audit-text', () => {
    for (const field of ['reply', 'answer']) {
      expect(describeOne(review, 'changed', {}, { [field]: 'Sorry.' })).toEqual({
        sentence: 'replied to review 12',
        details: [{ label: 'reply', before: null, after: 'Sorry.', note: null }],
      });
    }
    expect(describeOne(review, 'changed', {}, { hiddenReason: 'off_topic' })).toEqual({
      sentence: 'hid review 12',
      details: [{ label: 'reason for hiding', before: null, after: 'Off topic', note: null }],
    });
    expect(sentenceOf(review, 'changed', { hiddenReason: 'abuse' }, {})).toBe('unhid review 12');
    expect(sentenceOf(review, 'created', {}, { rating: '4' })).toBe('posted review 12');
  });
});

describe('an entry about merged customers', () => {
  it('names both customers @customers.merge-audit', () => {
    const bob = { kind: 'user', id: 'bob', name: 'Bob Smith' } as const;
    const into = { field: 'intoId', before: null, after: 'rob', beforeName: null };
    const flags = { erased: false, secret: false };
    const changes = [{ ...into, afterName: 'Robert Smith', ...flags }];
    expect(describeOne(bob, 'merged', {}, {}, { changes })).toEqual({
      sentence: 'merged Bob Smith into Robert Smith',
      details: [],
    });
  });
});

describe('an entry about working time', () => {
  const monday = (ends: string) => ({ weekday: '1', starts: '08:00:00', ends });

  it('lists the weekly hours that one save changed', () => {
    const entries = [
      entry(sam, 'changed', {}, monday('17:00:00')),
      entry(sam, 'changed', monday('18:00:00'), {}),
    ];
    const [group, ...rest] = groupEntries(entries);
    expect(rest).toEqual([]);
    expect(group && describeEntries(group, format).sentence).toBe(
      "changed Sam Ortiz's weekly hours: Monday 8:00 AM to 5:00 PM (was 8:00 AM to 6:00 PM)",
    );
    const [twoDayGroup] = groupEntries([
      ...entries,
      entry(sam, 'changed', {}, { weekday: '6', starts: '13:00:00', ends: '15:00:00' }),
      entry(sam, 'changed', {}, { weekday: '6', starts: '08:00:00', ends: '12:00:00' }),
    ]);
    expect(twoDayGroup && describeEntries(twoDayGroup, format)).toEqual({
      sentence: "changed Sam Ortiz's weekly hours",
      details: [
        {
          label: 'Monday',
          before: '8:00 AM to 6:00 PM',
          after: '8:00 AM to 5:00 PM',
          note: null,
        },
        {
          label: 'Saturday',
          before: 'off',
          after: '8:00 AM to 12:00 PM and 1:00 PM to 3:00 PM',
          note: null,
        },
      ],
    });
  });

  it('describes hours that were set for one date, and resetting them to the weekly hours', () => {
    const [group] = groupEntries([
      entry(sam, 'changed', {}, { date: '2026-03-05' }),
      entry(sam, 'changed', { date: '2026-03-05', starts: '08:00:00', ends: '12:00:00' }, {}),
    ]);
    expect(group && describeEntries(group, format).sentence).toBe(
      "set Sam Ortiz's hours on Thu, Mar 05, 2026: off (was 8:00 AM to 12:00 PM)",
    );
    expect(sentenceOf(sam, 'changed', { date: '2026-03-05' }, {})).toBe(
      "reset Sam Ortiz's hours on Thu, Mar 05, 2026 to the weekly hours (was off)",
    );
  });

  it.each([
    [
      {},
      { during: '["2026-03-05 00:00:00","2026-03-08 00:00:00")', reason: 'Trip', sick: 'false' },
      'added time off for Sam Ortiz: Thu, Mar 05, 2026 to Sat, Mar 07, 2026, reason: Trip',
    ],
    [
      { during: '["2026-03-05 08:00:00","2026-03-05 12:30:00")', reason: 'Dentist' },
      {},
      "removed Sam Ortiz's time off: Thu, Mar 05, 2026, 8:00 AM to 12:30 PM, reason: Dentist",
    ],
    [
      {},
      { during: '["2026-03-05 09:15:00","2026-03-06 00:00:00")', reason: 'Sick', sick: 'true' },
      'marked Sam Ortiz as sick: Thu, Mar 05, 2026, from 9:15 AM',
    ],
    [
      { during: '["2026-03-05 08:00:00","2026-03-05 12:00:00")' },
      { during: '["2026-03-05 08:00:00","2026-03-06 10:00:00")' },
      "changed Sam Ortiz's time off: Thu, Mar 05, 2026, 8:00 AM to Fri, Mar 06, 2026, 10:00 AM (was Thu, Mar 05, 2026, 8:00 AM to 12:00 PM)",
    ],
    [
      { skills: '["Brakes"]' },
      { skills: '["Brakes", "Diesel"]' },
      "changed Sam Ortiz's skills: Brakes and Diesel (was Brakes)",
    ],
    [{ available: 'true' }, { available: 'false' }, 'marked Sam Ortiz as offline'],
  ])('describes the change: %j to %j', (before, after, sentence) => {
    expect(sentenceOf(sam, 'changed', before, after)).toBe(sentence);
  });

  it('leaves out the names of mechanics who change their own working time', () => {
    const own = { actor: { id: 'sam', name: 'Sam Ortiz' } };
    const off = { during: '["2026-03-05 08:00:00","2026-03-05 12:00:00")' };
    expect(sentenceOf(sam, 'changed', {}, off, own)).toBe(
      'added time off: Thu, Mar 05, 2026, 8:00 AM to 12:00 PM',
    );
    expect(sentenceOf(sam, 'changed', { available: 'true' }, { available: 'false' }, own)).toBe(
      'went offline',
    );
    expect(sentenceOf(sam, 'changed', { available: 'false' }, { available: 'true' }, own)).toBe(
      'became available',
    );
    const sick = { during: '["2026-03-05 09:15:00","2026-03-06 00:00:00")', sick: 'true' };
    expect(sentenceOf(sam, 'changed', {}, sick, own)).toBe(
      'called in sick: Thu, Mar 05, 2026, from 9:15 AM',
    );
    expect(sentenceOf(sam, 'changed', off, {}, own)).toBe(
      'removed their time off: Thu, Mar 05, 2026, 8:00 AM to 12:00 PM',
    );
  });

  it('names holidays with their dates', () => {
    const holiday = { kind: 'holiday', id: '2026-11-26', name: null } as const;
    expect(sentenceOf(holiday, 'created', {}, { name: 'Thanksgiving' })).toBe(
      'added the holiday Thanksgiving on Thu, Nov 26, 2026',
    );
    expect(sentenceOf(holiday, 'changed', { name: 'A' }, { name: 'B' })).toBe(
      'changed the name of the holiday on Thu, Nov 26, 2026: B (was A)',
    );
    expect(sentenceOf(holiday, 'deleted', { name: 'B' }, {})).toBe(
      'removed the holiday B on Thu, Nov 26, 2026',
    );
  });
});

describe('an entry about an appointment', () => {
  const job = { kind: 'appointment', id: '42', name: null } as const;
  const makeChange = (field: string, before: string | null, after: string | null) => ({
    field,
    before: before && 'id',
    after: after && 'id',
    beforeName: before,
    afterName: after,
    erased: false,
    secret: false,
  });

  it('describes the newly assigned mechanic and the new time', () => {
    const assigned = entry(job, 'changed', { status: 'pending' }, { status: 'confirmed' });
    const sentence = (changes: AuditEntry['changes']) =>
      describeEntries([{ ...assigned, changes }], format).sentence;
    const toSam = makeChange('mechanicId', null, 'Sam Ortiz');
    expect(sentence([toSam, ...assigned.changes])).toBe('assigned appointment #0042 to Sam Ortiz');
    expect(sentence([makeChange('mechanicId', 'Sam Ortiz', null)])).toBe(
      'unassigned Sam Ortiz from appointment #0042',
    );
    const times = entry(
      job,
      'changed',
      { startTime: '09:00:00', endTime: '10:00:00' },
      { startTime: '10:30:00', endTime: '11:30:00' },
    );
    expect(sentence([makeChange('mechanicId', 'Ana Ruiz', 'Sam Ortiz'), ...times.changes])).toBe(
      'reassigned appointment #0042 from Ana Ruiz to Sam Ortiz, and rescheduled appointment #0042 to 10:30 AM (was 9:00 AM)',
    );
  });

  it('describes a new status, line item or time', () => {
    expect(sentenceOf(job, 'changed', { status: 'in_progress' }, { status: 'completed' })).toBe(
      'completed appointment #0042',
    );
    expect(sentenceOf(job, 'changed', { status: 'in_progress' }, { status: 'confirmed' })).toBe(
      'marked appointment #0042 as not started',
    );
    expect(
      sentenceOf(
        job,
        'changed',
        { date: '2026-03-05', startTime: '09:00:00' },
        { date: '2026-03-06', startTime: '08:00:00' },
      ),
    ).toBe(
      'rescheduled appointment #0042 to Fri, Mar 06, 2026, 8:00 AM (was Thu, Mar 05, 2026, 9:00 AM)',
    );
    expect(
      sentenceOf(
        job,
        'changed',
        {},
        {
          position: '1',
          kind: 'service',
          description: 'Oil Change',
          quantity: '1',
          unitPrice: '89.00',
        },
      ),
    ).toBe('added Oil Change ($89.00) to appointment #0042');
  });
});

describe('an entry about other data', () => {
  it('says what was added, and lists its initial values', () => {
    const service = { kind: 'service', id: '3', name: 'Oil Change' } as const;
    expect(
      describeOne(service, 'created', {}, { price: '89.00', duration: '60', laborHours: '1.0' }),
    ).toEqual({
      sentence: 'added the Oil Change service',
      details: [
        { label: 'price', before: null, after: '$89.00', note: null },
        { label: 'duration', before: null, after: '60 minutes', note: null },
        { label: 'labor hours', before: null, after: '1.0 hours', note: null },
      ],
    });
    expect(sentenceOf(service, 'changed', { price: '79.00' }, { price: '89.00' })).toBe(
      'changed the price of the Oil Change service: $89.00 (was $79.00)',
    );
  });

  it('says which setting a person turned on or off, and for whom', () => {
    const user = { kind: 'user', id: 'sam', name: 'Sam Ortiz' } as const;
    const own = { actor: { id: 'sam', name: 'Sam Ortiz' } };
    const off = [{ newsletter: 'true' }, { newsletter: 'false' }] as const;
    expect(sentenceOf(user, 'changed', ...off)).toBe("turned off Sam Ortiz's newsletter");
    expect(sentenceOf(user, 'changed', ...off, own)).toBe('turned off their newsletter');
    expect(sentenceOf(user, 'changed', {}, { twoFactorEnabled: 'true' }, own)).toBe(
      'turned on their two-factor authentication',
    );
    expect(sentenceOf(user, 'changed', { active: 'true' }, { active: 'false' })).toBe(
      "changed Sam Ortiz's account status: deactivated (was active)",
    );
  });

  it('says whose details changed, and lists them', () => {
    const user = { kind: 'user', id: 'sam', name: 'Sam Ortiz' } as const;
    const changes = [{}, { firstName: 'Sam', push: 'true' }] as const;
    expect(describeOne(user, 'changed', ...changes)).toEqual({
      sentence: "changed Sam Ortiz's details",
      details: [
        { label: 'first name', before: null, after: 'Sam', note: null },
        { label: 'push notifications', before: null, after: 'on', note: null },
      ],
    });
    const own = { actor: { id: 'sam', name: 'Sam Ortiz' } };
    expect(sentenceOf(user, 'changed', ...changes, own)).toBe('changed their own details');
  });

  it('says why consent to text messages ended', () => {
    const user = { kind: 'user', id: 'sam', name: 'Sam Ortiz' } as const;
    expect(sentenceOf(user, 'changed', {}, { endedReason: 'number_removed' })).toBe(
      "set Sam Ortiz's reason for the end of consent: number removed",
    );
  });

  it('lists all ZIP codes that one save added to an area', () => {
    const area = { kind: 'service_area', id: '2', name: 'North' } as const;
    const [group] = groupEntries([
      entry(area, 'changed', {}, { zip: '94111' }),
      entry(area, 'changed', {}, { zip: '94110' }),
    ]);
    expect(group && describeEntries(group, format).sentence).toBe(
      'added the ZIP codes 94111 and 94110 to the North service area',
    );
    expect(sentenceOf(area, 'changed', { days: '["mon","tue","wed"]' }, { days: '["sat"]' })).toBe(
      'changed the service days for the North service area: Saturday (was Monday through Wednesday)',
    );
    expect(
      sentenceOf(area, 'changed', {}, { feeBands: '[{"fee": "10.00", "upToMiles": 5}]' }),
    ).toBe('set the distance-based fees for the North service area: $10.00 up to 5 miles');
  });

  it('names the person who logged in, and the person whose session was ended', () => {
    const session = { kind: 'session', id: 's', name: null } as const;
    const makeSessionEntry = (side: 'before' | 'after') => ({
      ...entry(session, side === 'after' ? 'created' : 'deleted', {}, {}),
      changes: [
        {
          field: 'accountId',
          before: side === 'before' ? 'sam' : null,
          after: side === 'after' ? 'sam' : null,
          beforeName: side === 'before' ? 'Sam Ortiz' : null,
          afterName: side === 'after' ? 'Sam Ortiz' : null,
          erased: false,
          secret: false,
        },
      ],
    });
    const own = { ...makeSessionEntry('after'), actor: { id: 'sam', name: 'Sam Ortiz' } };
    expect(describeEntries([own], format)).toEqual({ sentence: 'logged in', details: [] });
    expect(describeEntries([makeSessionEntry('before')], format).sentence).toBe(
      "ended Sam Ortiz's session",
    );
  });

  it('shows a readable browser name for a session, or the raw user agent if the browser is unknown @data.audit-text', () => {
    const session = { kind: 'session', id: 's', name: null } as const;
    const browserOf = (userAgent: string) =>
      describeOne(session, 'created', {}, { userAgent }).details.map(({ after }) => after);
    const chrome =
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';
    expect(browserOf(chrome)).toEqual(['Chrome on Linux']);
    expect(browserOf('curl/8.5.0')).toEqual(['curl/8.5.0']);
  });

  it('does not show secrets or erased values', () => {
    const person = { kind: 'user', id: 'a', name: 'Deleted person' } as const;
    const changed = entry(person, 'changed', {}, { password: null });
    const [change] = changed.changes;
    const withNote = (note: 'secret' | 'erased') =>
      describeEntries(
        [{ ...changed, changes: change ? [{ ...change, [note]: true }] : [] }],
        format,
      );
    expect(withNote('secret')).toEqual({
      sentence: "changed Deleted person's password",
      details: [],
    });
    expect(withNote('erased').details).toMatchObject([{ note: 'erased' }]);
  });
});

it("the text for an entry's subject includes its number, its name or its shortened id", () => {
  expect(subjectText({ kind: 'appointment', id: '42', name: null })).toBe('appointment #0042');
  expect(subjectText({ kind: 'user', id: 'abc', name: 'Sam Ortiz' })).toBe('Sam Ortiz');
  expect(subjectText({ kind: 'user', id: '1855f09f-986e-4e80', name: null })).toBe(
    'person 1855f09f…',
  );
  expect(subjectText({ kind: 'service', id: '3', name: 'Brake Service' })).toBe(
    'the Brake Service',
  );
  expect(subjectText({ kind: 'vehicle', id: '4', name: '2019 Honda Civic' })).toBe(
    'the 2019 Honda Civic',
  );
});

it('entries from different saves, people or kinds are not grouped', () => {
  const makeZipEntry = (overrides: Partial<AuditEntry>, after: Values = { zip: '94110' }) =>
    entry({ kind: 'service_area', id: '2', name: 'North' }, 'changed', {}, after, overrides);
  const ungrouped = [
    makeZipEntry({}),
    makeZipEntry({ at: '2026-03-03T17:01:00Z' }),
    makeZipEntry({ actor: null, at: '2026-03-03T17:01:00Z' }),
    makeZipEntry({ actor: null, at: '2026-03-03T17:01:00Z' }, { name: 'South' }),
  ];
  expect(groupEntries(ungrouped).map((group) => group.length)).toEqual([1, 1, 1, 1]);
});
