import { describe, expect, it } from 'vitest';
import { renderEmailHtml } from './email-layout.ts';

const frame = {
  subject: 'See you',
  businessName: 'Cars',
  link: 'https://cars.example/a',
  buttonLabel: 'View appointment',
  unsubscribeUrl: null,
};

describe("an email's HTML version", () => {
  it('shows details as a table and a link as a button', () => {
    const html = renderEmailHtml(
      'Hi Alex,\n\nWhen: Tue, Mar 3\nWhere: 1 Main St\n\nhttps://cars.example/a',
      frame,
    );
    expect(html).toMatch(/<td [^>]*>When<\/td><td [^>]*>Tue, Mar 3<\/td>/);
    expect(html).toMatch(/<a href="https:\/\/cars\.example\/a" [^>]*>View appointment<\/a>/);
  });

  it('escapes text, labels, values and links', () => {
    const html = renderEmailHtml(
      '<i>&\n\nWhen: <b>now</b>\nWhere: "here"\n\nhttps://cars.example/a?b&c',
      {
        ...frame,
        subject: '</title>',
        businessName: "<u>'s",
        link: 'https://cars.example/a?b&c',
        unsubscribeUrl: 'https://a/"x',
      },
    );
    expect(html).not.toMatch(/<[ibu]>|<\/title>.*<\/title>|"here"|\/"x/s);
    expect(html).toContain('&lt;b&gt;now&lt;/b&gt;');
    expect(html).toContain('href="https://cars.example/a?b&amp;c"');
  });
});
