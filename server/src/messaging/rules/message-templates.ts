import type { MessageChannel, MessageKind } from '@curbwrench/contract/messaging/kinds';
import {
  messagePlaceholders,
  messageTemplateLimits,
  secretPlaceholders,
  type Placeholder,
} from '@curbwrench/contract/messaging/placeholders';

/** What a template contains: a subject and a body, with placeholders such as `{{firstName}}`. */
export interface TemplateContent {
  /** The subject of an email or the title of a push notification; null for a text message. */
  readonly subject: string | null;
  /** Plain text. An email's paragraphs are separated by blank lines; one that is only `{{link}}` becomes a button. */
  readonly body: string;
}

/** The values of a message's placeholders. A placeholder that is missing or blank has no value. */
export type MessageValues = Partial<Record<Placeholder, string>>;

/** Returns the template of an email, whose paragraphs are separated by blank lines. */
export function email(subject: string, ...paragraphs: readonly string[]): TemplateContent {
  return { subject, body: paragraphs.join('\n\n') };
}

/** Returns the template of a text message. */
export function sms(...lines: readonly string[]): TemplateContent {
  return { subject: null, body: lines.join('\n') };
}

/** Returns the template of a push notification. */
export function push(title: string, body: string): TemplateContent {
  return { subject: title, body };
}

const placeholderPattern = /\{\{\s*(\w+)\s*\}\}/g;

/**
 * Replaces the placeholders of a template's subject or body with their values, and returns the result. A placeholder
 * that is unknown or has no value is removed. A line is left out if none of its placeholders has a value, such as
 * `Vehicle: {{vehicle}}` without a vehicle. If no line would be left, all lines are kept, without those placeholders.
 */
export function fillTemplate(template: string, values: MessageValues): string {
  const lines = template.replaceAll('\r\n', '\n').split('\n');
  const filled = lines.filter((line) => hasAnyValue(line, values));
  return fillLines(filled, values) || fillLines(lines, values);
}

/** Returns a message's final text. Its subject is one line, whatever the values contain. */
export function fillMessage(
  { subject, body }: TemplateContent,
  values: MessageValues,
): { subject: string; text: string } {
  return {
    subject: subject === null ? '' : fillTemplate(subject, values).replaceAll(/\s+/g, ' '),
    text: fillTemplate(body, values),
  };
}

function hasAnyValue(line: string, values: MessageValues): boolean {
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
  // Also drops the space before a missing placeholder, so that no gap remains.
  const withoutMissing = line.replaceAll(/ ?\{\{\s*(\w+)\s*\}\}/g, (placeholder, name: string) =>
    getValue(name, values) === '' ? '' : placeholder,
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

/** A problem that makes a template invalid, and the field that has the problem. */
export interface TemplateProblem {
  readonly field: 'subject' | 'body';
  /** One sentence. */
  readonly message: string;
}

/** Returns the problems of a template for this kind of message in this channel; empty if it is valid. */
export function findTemplateProblems(
  kind: MessageKind,
  channel: MessageChannel,
  { subject, body }: TemplateContent,
): TemplateProblem[] {
  const limits = messageTemplateLimits[channel];
  const problems: TemplateProblem[] = [];
  const report = (field: TemplateProblem['field'], message: string | null) => {
    if (message !== null) problems.push({ field, message });
  };
  if (channel === 'sms') {
    report('subject', subject === null ? null : 'A text message has no subject.');
  } else {
    report(
      'subject',
      findProblem({ kind, channel, field: 'subject' }, subject ?? '', limits.subject),
    );
  }
  report('body', findProblem({ kind, channel, field: 'body' }, body, limits.body));
  return problems;
}

/** A field of a template, as the editor shows it. */
interface TemplateField {
  readonly kind: MessageKind;
  readonly channel: MessageChannel;
  readonly field: TemplateProblem['field'];
}

function getFieldName({ channel, field }: TemplateField): string {
  if (field === 'body') return 'message';
  return channel === 'push' ? 'title' : 'subject';
}

/** Placeholders that always have a value, in every message that may contain them. */
const alwaysFilled: ReadonlySet<string> = new Set<Placeholder>([
  'business',
  'link',
  'linkActions',
  'services',
  'when',
  'day',
  'time',
  'endTime',
  'address',
  'document',
  'message',
  'code',
  'minutes',
]);

/** A message from the office has no link if the customer has no open appointment. */
function isSometimesEmpty(kind: MessageKind, placeholder: string): boolean {
  return kind === 'office_reply' && placeholder === 'link';
}

function findProblem(templateField: TemplateField, text: string, max: number): string | null {
  const { kind, field } = templateField;
  const name = getFieldName(templateField);
  if (text.trim() === '') return `Please enter the ${name}.`;
  if (field === 'subject' && /[\n\r]/.test(text)) return `The ${name} must be one line.`;
  if (text.length > max) return `The ${name} can have up to ${max} characters.`;
  const used = findPlaceholders(text);
  const allowed = new Set<string>(messagePlaceholders[kind]);
  const unknown = used.find((placeholder) => !allowed.has(placeholder));
  if (unknown !== undefined) {
    return `{{${unknown}}} isn't available in this message. Please remove it.`;
  }
  const rest = text.replaceAll(placeholderPattern, '');
  if (rest.includes('{{') || rest.includes('}}')) {
    return `The ${name} contains a placeholder that isn't written like {{firstName}}.`;
  }
  const secret = secretPlaceholders[kind];
  if (secret !== undefined && used.includes(secret) !== (field === 'body')) {
    return field === 'body'
      ? `The message must contain {{${secret}}}.`
      : `The subject can't contain {{${secret}}}. Please add it to the message instead.`;
  }
  const saysSomething =
    /[\p{L}\p{N}]/u.test(rest) ||
    used.some((each) => alwaysFilled.has(each) && !isSometimesEmpty(kind, each));
  return saysSomething ? null : `Please add some text. Without it, the ${name} could be empty.`;
}
