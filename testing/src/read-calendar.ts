import ICAL from 'ical.js';

/** A calendar event, as another program reads it. */
export interface ParsedEvent {
  readonly uid: string;
  readonly sequence: number;
  readonly stampedAt: Date;
  readonly start: Date;
  readonly end: Date;
  readonly summary: string;
  readonly description: string | null;
  readonly location: string | null;
  readonly url: string | null;
  readonly status: string | null;
  /** `name <mailto:address>` */
  readonly organizer: string | null;
  readonly attendees: readonly string[];
}

/** A calendar, as another program reads it. */
export interface ParsedCalendar {
  readonly name: string | null;
  readonly method: string | null;
  readonly events: readonly ParsedEvent[];
}

/** Reads an iCalendar file with an independent parser that shares no code with the server. Throws if it is invalid. */
export function readCalendar(text: string): ParsedCalendar {
  const calendar = ICAL.Component.fromString(text);
  return {
    name: readText(calendar, 'x-wr-calname'),
    method: readText(calendar, 'method'),
    events: calendar.getAllSubcomponents('vevent').map(readEvent),
  };
}

function readEvent(component: ICAL.Component): ParsedEvent {
  const event = new ICAL.Event(component);
  return {
    uid: event.uid,
    sequence: event.sequence,
    stampedAt: readTime(component, 'dtstamp'),
    start: event.startDate.toJSDate(),
    end: event.endDate.toJSDate(),
    summary: event.summary,
    description: readText(component, 'description'),
    location: readText(component, 'location'),
    url: readText(component, 'url'),
    status: readText(component, 'status'),
    organizer: component.getAllProperties('organizer').map(readParty)[0] ?? null,
    attendees: component.getAllProperties('attendee').map(readParty),
  };
}

function readText(component: ICAL.Component, name: string): string | null {
  const value = component.getFirstPropertyValue(name);
  return typeof value === 'string' ? value : null;
}

function readTime(component: ICAL.Component, name: string): Date {
  const value = component.getFirstPropertyValue(name);
  if (!(value instanceof ICAL.Time)) throw new TypeError(`${name} is not a time.`);
  return value.toJSDate();
}

function readParty(property: ICAL.Property): string {
  return `${String(property.getFirstParameter('cn'))} <${String(property.getFirstValue())}>`;
}
