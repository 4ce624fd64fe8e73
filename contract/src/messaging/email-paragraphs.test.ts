import { describe, expect, it } from 'vitest';
import { splitEmailText } from './email-paragraphs.ts';

const link = 'https://cars.example/a#token=b';
const text = (content: string) => ({ kind: 'text', text: content });

describe('the paragraphs of an email', () => {
  it('are separated by blank lines', () => {
    expect(splitEmailText('Hi Alex,\n\n\nSee you\nsoon.\n', link)).toEqual([
      text('Hi Alex,'),
      text('See you\nsoon.'),
    ]);
  });

  it("are links if they contain only the email's link, but not if they contain any other web address @messages.one-button", () => {
    expect(splitEmailText(`Look:\n\n${link}\n`, link)).toEqual([
      text('Look:'),
      { kind: 'link', url: link },
    ]);
    for (const other of [
      'https://maps.example/b',
      `${link}c`,
      `${link} c`,
      'javascript:alert(1)',
    ]) {
      expect(splitEmailText(other, link)).toEqual([text(other)]);
    }
    // An email without a link has no button.
    expect(splitEmailText(`Hi\n\n\n\n${link}`, '')).toEqual([text('Hi'), text(link)]);
  });

  it('are details if every line has a label', () => {
    expect(
      splitEmailText('When: Tue, Mar 3 at 10:00 AM\nExpected arrival: about 10:05 AM', link),
    ).toEqual([
      {
        kind: 'details',
        details: [
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
    expect(splitEmailText(paragraph, link)).toEqual([text(paragraph)]);
  });
});
