import { describe, expect, it } from 'vitest';
import {
  fillMessage,
  fillTemplate,
  findTemplateProblems,
  type TemplateContent,
} from './message-templates.ts';

describe('a message filled from a template', () => {
  it('contains the values of its placeholders', () => {
    expect(
      fillTemplate('Hi {{firstName}}, see you at {{ time }}.', {
        firstName: 'Ann',
        time: '9:00 AM',
      }),
    ).toBe('Hi Ann, see you at 9:00 AM.');
  });

  it('omits a line whose placeholders have no value', () => {
    const text = 'When: {{when}}\nVehicle: {{vehicle}}\n\nMechanic: {{mechanic}}\n\nBye';
    expect(fillTemplate(text, { when: 'today', vehicle: ' ' })).toBe('When: today\n\nBye');
  });

  it('keeps a line if any of its placeholders has a value, and closes the gaps', () => {
    expect(fillTemplate('Job {{number}}, {{services}} at {{time}}.', { time: '9:00 AM' })).toBe(
      'Job, at 9:00 AM.',
    );
  });

  it('is not empty even if every value is missing', () => {
    expect(fillTemplate('Your {{vehicle}} is ready', {})).toBe('Your is ready');
  });

  it('shows a value that looks like a placeholder unchanged', () => {
    expect(
      fillTemplate('{{customer}} booked', { customer: '{{link}}', link: 'https://a.example' }),
    ).toBe('{{link}} booked');
  });

  it('omits unknown placeholders', () => {
    expect(fillTemplate('Hello{{constructor}} there', {})).toBe('Hello there');
    expect(fillTemplate('Hello {{ toString }}{{firstName}}', { firstName: 'Ann' })).toBe(
      'HelloAnn',
    );
  });

  it('has a single-line subject, even if a value has several lines', () => {
    const text = { subject: 'Jobs: {{jobs}}', body: '{{jobs}}' };
    expect(fillMessage(text, { jobs: 'first\nsecond' })).toEqual({
      subject: 'Jobs: first second',
      text: 'first\nsecond',
    });
  });
});

describe('the template of a message with a code or link that was created for it', () => {
  it.each([
    ['booking_code', '{{code}}'],
    ['new_link', '{{link}}'],
  ] as const)(
    'must contain it, but not in the subject: %s @messages.codes-and-links',
    (kind, placeholder) => {
      const find = (subject: string, body: string) =>
        findTemplateProblems(kind, 'email', { subject, body });
      const good = `Here it is: ${placeholder}`;
      expect(find('Yours', good)).toEqual([]);
      expect(find('Yours', good.replace('{{', '{{ '))).toEqual([]);
      expect(find('Yours', 'Here it is.')).toEqual([
        { field: 'body', message: `The message must contain ${placeholder}.` },
      ]);
      expect(find(good, good)).toEqual([
        {
          field: 'subject',
          message: `The subject can't contain ${placeholder}. Please add it to the message instead.`,
        },
      ]);
    },
  );
});

describe('the problems of a template', () => {
  const good: TemplateContent = { subject: 'See you', body: 'See you at {{time}}.' };
  const findProblems = (change: Partial<TemplateContent>) =>
    findTemplateProblems('booked', 'email', { ...good, ...change }).map(({ message }) => message);

  it('are none if it contains text and only placeholders of its kind', () => {
    expect(findProblems({})).toEqual([]);
    expect(findTemplateProblems('moved', 'sms', { subject: null, body: '{{when}}' })).toEqual([]);
  });

  it.each([
    ['a missing subject', { subject: null }, 'Please enter the subject.'],
    ['a blank message', { body: ' \n ' }, 'Please enter the message.'],
    ['a subject of two lines', { subject: 'See\nyou' }, 'The subject must be one line.'],
    [
      'a placeholder of another kind',
      { body: 'Reason: {{reason}}' },
      "{{reason}} isn't available in this message. Please remove it.",
    ],
    [
      'an unknown placeholder',
      { subject: 'Hi {{name}}' },
      "{{name}} isn't available in this message. Please remove it.",
    ],
    [
      'half a placeholder',
      { body: 'Hi {{firstName}' },
      "The message contains a placeholder that isn't written like {{firstName}}.",
    ],
    [
      'nothing but placeholders that may have no value',
      { body: '{{vehicle}} - {{phone}}' },
      'Please add some text. Without it, the message could be empty.',
    ],
    [
      'a subject that is too long',
      { subject: 'a'.repeat(151) },
      'The subject can have up to 150 characters.',
    ],
    [
      'a message that is too long',
      { body: 'a'.repeat(4001) },
      'The message can have up to 4000 characters.',
    ],
  ])('include %s', (_name, change, problem) => {
    expect(findProblems(change)).toEqual([problem]);
  });

  it('include a missing title of a push notification, and any subject of a text message', () => {
    expect(findTemplateProblems('booked', 'push', { subject: '', body: 'Thanks' })).toEqual([
      { field: 'subject', message: 'Please enter the title.' },
    ]);
    expect(findTemplateProblems('moved', 'sms', { subject: 'Hi', body: 'Thanks' })).toEqual([
      { field: 'subject', message: 'A text message has no subject.' },
    ]);
  });
});
