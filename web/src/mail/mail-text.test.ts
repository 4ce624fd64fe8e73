import { describe, expect, it } from 'vitest';
import { splitMailText } from './mail-text.ts';

const ownOrigins = ['http://localhost:3000'];
const pathsIn = (text: string) => splitMailText(text, ownOrigins).flatMap(({ path }) => path ?? []);

describe('the text of an email', () => {
  it('is preserved character by character', () => {
    const text =
      'Hello,\nhttp://localhost:3000/verify-email#token=a.b\n<b>x</b> https://else.where/';
    const parts = splitMailText(text, ownOrigins);
    expect(parts.map((part) => part.text).join('')).toBe(text);
    expect(parts.filter(({ path }) => path !== undefined)).toEqual([
      { text: 'http://localhost:3000/verify-email#token=a.b', path: '/verify-email#token=a.b' },
    ]);
  });

  it.each([
    'https://elsewhere.example/verify-email',
    'http://localhost:3000@elsewhere.example/',
    'http://localhost:3001/verify-email',
    'http://someone@localhost:3000/verify-email',
    'http://localhost:3000/api/logout',
    'http://localhost:3000//elsewhere.example',
    'javascript:alert(1)',
    'http://[',
  ])('has no link for %s @messages.mail-content', (text) => {
    expect(pathsIn(text)).toEqual([]);
  });
});
