/** An appointment as a calendar event. */
export interface CalendarEvent {
  /** The same for all versions of an event (see `getAppointmentUid`). */
  readonly uid: string;
  /** Grows with each change of the event, so that programs recognize which version is newer. */
  readonly sequence: number;
  /** When this version was created (DTSTAMP). */
  readonly stampedAt: Date;
  readonly start: Date;
  readonly end: Date;
  readonly summary: string;
  readonly description: string;
  /** A postal address; empty if there is none. */
  readonly location: string;
  readonly url: string;
  readonly status: 'CONFIRMED' | 'TENTATIVE' | 'CANCELLED';
  readonly organizer?: CalendarParty;
  readonly attendee?: CalendarParty;
}

/** The organizer or an attendee of an event. */
export interface CalendarParty {
  readonly name: string;
  readonly email: string;
}

/** A calendar with its events. */
export interface Calendar {
  readonly name: string;
  /**
   * What a program that receives the calendar does with it (RFC 5546): `REQUEST` adds or updates the event, `CANCEL`
   * removes it, `PUBLISH` only shows it. A calendar that people subscribe to has no method, or `PUBLISH`.
   */
  readonly method?: 'REQUEST' | 'CANCEL' | 'PUBLISH';
  readonly events: readonly CalendarEvent[];
}

/**
 * Returns a calendar as an iCalendar file (RFC 5545), with all times in UTC. No value can inject additional lines,
 * whatever it contains. Throws a RangeError on an invalid date.
 */
export function writeCalendar({ name, method, events }: Calendar): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Curbwrench//Calendar//EN',
    'CALSCALE:GREGORIAN',
    ...(method ? [`METHOD:${method}`] : []),
    // `NAME` is the standard property (RFC 7986); `X-WR-CALNAME` is the property that most programs read.
    `NAME:${escapeText(name)}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    ...(method === 'REQUEST' || method === 'CANCEL' ? [] : subscriptionLines),
    ...events.flatMap(writeEvent),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${foldLine(line)}\r\n`).join('');
}

/** Returns the UID of an appointment's event. `publicUrl` is the address of the application. */
export function getAppointmentUid(appointmentId: number, publicUrl: string): string {
  const [, host = 'localhost'] = /^https?:\/\/([^/?#]+)/.exec(publicUrl) ?? [];
  return `appointment-${appointmentId}@${host}`;
}

/** How often programs should read a calendar that they have subscribed to. */
const subscriptionLines = ['REFRESH-INTERVAL;VALUE=DURATION:PT1H', 'X-PUBLISHED-TTL:PT1H'];

function writeEvent(event: CalendarEvent): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${escapeText(event.uid)}`,
    `SEQUENCE:${event.sequence}`,
    `DTSTAMP:${formatUtc(event.stampedAt)}`,
    `DTSTART:${formatUtc(event.start)}`,
    `DTEND:${formatUtc(event.end)}`,
    `SUMMARY:${escapeText(event.summary)}`,
    ...(event.description === '' ? [] : [`DESCRIPTION:${escapeText(event.description)}`]),
    ...(event.location === '' ? [] : [`LOCATION:${escapeText(event.location)}`]),
    `URL:${escapeUri(event.url)}`,
    `STATUS:${event.status}`,
    ...(event.organizer ? [`ORGANIZER${writeParty(event.organizer)}`] : []),
    ...(event.attendee
      ? [`ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED${writeParty(event.attendee)}`]
      : []),
    'END:VEVENT',
  ];
}

/**
 * Returns the rest of a party's line. An empty name is left out, because programs would show it; they then show the
 * address instead.
 */
function writeParty({ name, email }: CalendarParty): string {
  const commonName = name === '' ? '' : `;CN="${escapeParameter(name)}"`;
  return `${commonName}:mailto:${escapeMailbox(email)}`;
}

/** Returns an instant as `20261126T173000Z`. */
function formatUtc(at: Date): string {
  return `${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
}

/** Every line break that any program recognizes, not only those in the standard. */
const lineBreak = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g;
/** Control characters, which no value may contain, and lone surrogates, which UTF-8 can't encode. */
const unwritable = /[\p{Cc}\p{Surrogate}]/gu;

/** Returns a value of the type TEXT. */
function escapeText(text: string): string {
  return text
    .replaceAll(lineBreak, '\n')
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll('\n', String.raw`\n`)
    .replaceAll('\t', ' ')
    .replaceAll(unwritable, '');
}

/** Returns the text of a quoted parameter, which can contain no quotation marks. `^` begins an escape (RFC 6868). */
function escapeParameter(text: string): string {
  return text
    .replaceAll(lineBreak, ' ')
    .replaceAll('\t', ' ')
    .replaceAll(unwritable, '')
    .replaceAll('"', "'")
    .replaceAll('^', '^^');
}

/** Returns a URI in which every character that a URI can't contain is percent-encoded. */
function escapeUri(uri: string): string {
  return percentEncode(uri, /[^\w.~:/?#[\]@!$&'()*+,;=%-]/gu);
}

/** Returns the address part of a `mailto:` URI (RFC 6068). */
function escapeMailbox(email: string): string {
  return percentEncode(email, /[^\w.~@!$'*+-]/gu);
}

function percentEncode(text: string, characters: RegExp): string {
  return text
    .replaceAll(/\p{Surrogate}/gu, '')
    .replaceAll(characters, (character) => encodeURIComponent(character));
}

/** How many octets a line may have, without its line break. */
const maxOctets = 75;

/** Folds a line: each part after the first begins with a space. No character is split between two parts. */
function foldLine(line: string): string {
  const parts: string[] = [];
  let part = '';
  let octets = 0;
  for (const character of line) {
    const length = countOctets(character);
    if (octets + length > maxOctets) {
      parts.push(part);
      part = ' ';
      octets = 1;
    }
    part += character;
    octets += length;
  }
  return [...parts, part].join('\r\n');
}

/** Returns how many octets UTF-8 needs for a character. */
function countOctets(character: string): number {
  const codePoint = character.codePointAt(0) ?? 0;
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x8_00) return 2;
  return codePoint < 0x1_00_00 ? 3 : 4;
}
