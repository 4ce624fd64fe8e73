import { describe, expect, it } from 'vitest';
import { splitEmailText } from './email-paragraphs.ts';

const text = (content: string) => ({ kind: 'text', text: content });

describe('the paragraphs of an email', () => {
  it('are separated by blank lines', () => {
    expect(splitEmailText('Hi Alex,\n\n\nSee you\nsoon.\n')).toEqual([
      text('Hi Alex,'),
      text('See you\nsoon.'),
    ]);
  });

  it('are links if they are only a web address', () => {
    expect(splitEmailText('https://cars.example/a#token=b')).toEqual([
      { kind: 'link', url: 'https://cars.example/a#token=b' },
    ]);
    for (const other of ['javascript:alert(1)', 'https://cars.example/a b', 'https://a/"><b>']) {
      expect(splitEmailText(other)).toEqual([text(other)]);
    }
  });

  it('are facts if every line has a label', () => {
    expect(
      splitEmailText('When: Tue, Mar 3 at 10:00 AM\nExpected arrival: about 10:05 AM'),
    ).toEqual([
      {
        kind: 'facts',
        facts: [
          { label: 'When', value: 'Tue, Mar 3 at 10:00 AM' },
          { label: 'Expected arrival', value: 'about 10:05 AM' },
        ],
      },
    ]);
  });

  it.each([
    'Please note: we come early.',
    'When: Tuesday\nWe look forward to it.',
    '10:00 AM to 11:00 AM: Oil Change\n1:00 PM to 2:00 PM: Brakes',
    'Please have the keys to your vehicle ready: we need them\nWhen: Tuesday',
  ])('are text otherwise: %s', (paragraph) => {
    expect(splitEmailText(paragraph)).toEqual([text(paragraph)]);
  });
});
