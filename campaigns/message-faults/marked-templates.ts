import type { MessageChannel } from '@curbwrench/contract/messaging/kinds';
import { testedKinds, getRules, type TestedKind } from './kinds.ts';

/*
 * The campaign replaces all message templates with machine-readable lines, the way an admin could edit them, so that it
 * checks the content of the messages themselves, not what the server's own records say.
 */

/** A template for the table `message_templates`. */
export interface MarkedTemplate {
  readonly kind: TestedKind;
  readonly channel: MessageChannel;
  readonly subject: string | null;
  readonly body: string;
}

/** The content of a message, as its recipient reads it. */
export interface ParsedMessage {
  readonly kind: TestedKind;
  /** 0 for a list of jobs. */
  readonly appointment: number;
  /** `yyyy-MM-dd HH:mm`; the day of a list of jobs is `yyyy-MM-dd`. */
  readonly time: string;
  /** The first name of the mechanic; empty if the message doesn't name one. */
  readonly mechanic: string;
}

/** Returns a machine-readable template for each kind and channel. */
export function listMarkedTemplates(): MarkedTemplate[] {
  return testedKinds.flatMap((kind) =>
    getRules(kind).channels.map((channel) => {
      const line = getLine(kind);
      if (channel === 'sms') return { kind, channel, subject: null, body: line };
      if (channel === 'push') return { kind, channel, subject: 'News', body: line };
      return { kind, channel, subject: line, body: 'See above.' };
    }),
  );
}

function getLine(kind: TestedKind): string {
  if (kind === 'tomorrows_jobs') return `K=${kind} D={{day}};`;
  const mechanic = getRules(kind).namesMechanic ? ' M={{mechanic}}' : '';
  return `K=${kind} A={{number}} W={{when}};${mechanic}`;
}

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** Parses a message that was made from one of `listMarkedTemplates`. Throws if it is any other text. */
export function parseMarkedMessage(text: string): ParsedMessage {
  const list = /K=tomorrows_jobs D=\w+, (?<month>\w{3})\w* (?<day>\d+);/.exec(text)?.groups;
  if (list) return { kind: 'tomorrows_jobs', appointment: 0, time: toDate(list), mechanic: '' };
  const found =
    /K=(?<kind>\w+) A=#(?<number>\d+) W=\w+, (?<month>\w{3}) (?<day>\d+) at (?<hour>\d+):(?<minute>\d\d) (?<half>[AP])M[^;]*;(?: M=(?<mechanic>\w*))?/.exec(
      text,
    )?.groups;
  const kind = testedKinds.find((each) => each === found?.['kind']);
  if (!found || !kind) throw new Error(`This text can't be read: ${text}`);
  const hours = (Number(found['hour']) % 12) + (found['half'] === 'P' ? 12 : 0);
  return {
    kind,
    appointment: Number(found['number']),
    time: `${toDate(found)} ${pad(hours)}:${found['minute']}`,
    mechanic: found['mechanic'] ?? '',
  };
}

/** Returns the date, which is in the year of the campaign. */
function toDate(found: Readonly<Record<string, string>>): string {
  return `2026-${pad(months.indexOf(found['month'] ?? '') + 1)}-${pad(Number(found['day']))}`;
}

function pad(number: number): string {
  return String(number).padStart(2, '0');
}
