import type { MessageChannel, MessageKind } from '@curbwrench/contract/messaging/kinds';
import {
  messagePlaceholders,
  messageTextLimits,
  type Placeholder,
} from '@curbwrench/contract/messaging/placeholders';

/** What a message says, with placeholders such as `{{firstName}}`. */
export interface MessageText {
  /** The subject of an email or the title of a push notification; null for a text message. */
  readonly subject: string | null;
  /** Plain text. An email's paragraphs are separated by blank lines; one that is only a link becomes a button. */
  readonly body: string;
}

/** The values of a message's placeholders; one that is missing or blank has no value. */
export type MessageValues = Partial<Record<Placeholder, string>>;

/** Returns the text of an email, whose paragraphs are separated by blank lines. */
export function email(subject: string, ...paragraphs: readonly string[]): MessageText {
  return { subject, body: paragraphs.join('\n\n') };
}

/** Returns a text message. */
export function sms(...lines: readonly string[]): MessageText {
  return { subject: null, body: lines.join('\n') };
}

/** Returns the text of a push notification. */
export function push(title: string, body: string): MessageText {
  return { subject: title, body };
}

const placeholderPattern = /\{\{\s*(\w+)\s*\}\}/g;

/**
 * Returns `text` with its placeholders replaced by their values. A line all of whose placeholders have no value is
 * dropped, so that `Vehicle: {{vehicle}}` needs no vehicle; elsewhere such a placeholder is left out. An unknown
 * placeholder has no value. If nothing would remain, the lines are kept without those placeholders.
 */
export function fillText(text: string, values: MessageValues): string {
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  const filled = lines.filter((line) => hasItsValues(line, values));
  return fillLines(filled, values) || fillLines(lines, values);
}

/** Returns a message's final text. Its subject is one line, whatever the values contain. */
export function fillMessage(
  { subject, body }: MessageText,
  values: MessageValues,
): { subject: string; text: string } {
  return {
    subject: subject === null ? '' : fillText(subject, values).replaceAll(/\s+/g, ' '),
    text: fillText(body, values),
  };
}

function hasItsValues(line: string, values: MessageValues): boolean {
  const names = findPlaceholders(line);
  return names.length === 0 || names.some((name) => getValue(name, values) !== '');
}

function fillLines(lines: readonly string[], values: MessageValues): string {
  return lines
    .map((line) => fillLine(line, values))
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

function fillLine(line: string, values: MessageValues): string {
  // A placeholder that is left out takes the space before it along, so that no gap remains.
  const withoutMissing = line.replaceAll(
    / ?\{\{\s*(\w+)\s*\}\}/g,
    (placeholder, name: string) => (getValue(name, values) === '' ? '' : placeholder),
  );
  // One pass, so that a value that looks like a placeholder stays as it is.
  return withoutMissing
    .replaceAll(placeholderPattern, (_placeholder, name: string) => getValue(name, values))
    .trimEnd();
}

function getValue(name: string, values: MessageValues): string {
  return isPlaceholder(name, values) ? (values[name] ?? '').trim() : '';
}

function isPlaceholder(name: string, values: MessageValues): name is Placeholder {
  return Object.hasOwn(values, name);
}

function findPlaceholders(text: string): string[] {
  return [...text.matchAll(placeholderPattern)].map(([, name = '']) => name);
}

/**
 * Returns what makes a text unusable for this kind of message and channel, one sentence each; empty if nothing
 * does.
 */
export function findTextProblems(
  kind: MessageKind,
  channel: MessageChannel,
  { subject, body }: MessageText,
): string[] {
  const limits = messageTextLimits[channel];
  const subjectName = channel === 'push' ? 'title' : 'subject';
  const problems: string[] = [];
  if (channel === 'sms') {
    if (subject !== null) problems.push('A text message has no subject.');
  } else {
    problems.push(...findFieldProblems(kind, subjectName, subject ?? '', limits.subject));
    if (/[\n\r]/.test(subject ?? '')) problems.push(`The ${subjectName} must be one line.`);
  }
  problems.push(...findFieldProblems(kind, 'message', body, limits.body));
  return problems;
}

function findFieldProblems(kind: MessageKind, name: string, text: string, max: number): string[] {
  if (text.trim() === '') return [`Please enter the ${name}.`];
  const problems: string[] = [];
  if (text.length > max) problems.push(`The ${name} can have at most ${max} characters.`);
  const allowed = new Set<string>(messagePlaceholders[kind]);
  const unknown = findPlaceholders(text).find((placeholder) => !allowed.has(placeholder));
  const rest = text.replaceAll(placeholderPattern, '');
  if (unknown !== undefined) {
    problems.push(`The ${name} contains {{${unknown}}}, which this message can't fill in.`);
  } else if (rest.includes('{{') || rest.includes('}}')) {
    problems.push(`The ${name} contains a placeholder that isn't written like {{firstName}}.`);
  } else if (!/[\p{L}\p{N}]/u.test(rest)) {
    problems.push(`The ${name} needs words beside its placeholders.`);
  }
  return problems;
}
