import { describe, expect, it } from 'vitest';
import {
  messageChannels,
  messageKinds,
  type MessageChannel,
} from '@curbwrench/contract/messaging/kinds';
import {
  messageKindNames,
  messageTemplateKeys,
} from '@curbwrench/contract/messaging/template-keys';
import { placeholderLabels } from '@curbwrench/contract/messaging/placeholders';
import { getDefaultTemplate } from './default-templates.ts';
import { fillMessage, findTemplateProblems, type MessageValues } from './message-templates.ts';

const templates = messageTemplateKeys.map(({ kind, channel }) => ({
  kind,
  channel,
  template: getDefaultTemplate(kind, channel),
}));
const smsTemplates = templates.filter(({ channel }) => channel === 'sms');

const values = {
  firstName: 'Christopher',
  customer: 'Christopher Montgomery',
  services: 'Brake Pad Replacement and 1 more',
  vehicle: '2019 Volkswagen Tiguan',
  when: 'Wed, Sep 23 at 10:00 AM (tomorrow)',
  day: 'Wednesday, September 23',
  time: '10:00 AM',
  endTime: '11:30 AM',
  address: '1234 North Cottonwood Boulevard, Springfield, IL 62704',
  mechanic: 'Alexandra',
  arrival: '10:25 AM',
  business: 'Springfield Mobile Mechanics',
  phone: '(555) 010-0123',
  link: `https://book.springfield-mechanics.example/a/${'x'.repeat(43)}`,
  linkActions: 'View, reschedule, or cancel',
  changeByPhone: 'To reschedule or cancel, call us at (555) 010-0123.',
  number: '#0042',
  amount: '$1,234.50',
  document: 'invoice',
  reason: 'The mechanic declined the job.',
  message: 'The gate is open.',
  sender: 'Jo',
  code: '042137',
  minutes: '10',
  jobs: '9:00 AM Oil Change',
} satisfies Required<MessageValues>;

describe('the default templates', () => {
  it('exist for each channel of each kind, and no others', () => {
    for (const kind of messageKindNames) {
      const channels: readonly MessageChannel[] = messageKinds[kind].channels;
      for (const channel of messageChannels) {
        if (channels.includes(channel)) expect(getDefaultTemplate(kind, channel).body).not.toBe('');
        else expect(() => getDefaultTemplate(kind, channel)).toThrow(`no ${channel} template`);
      }
    }
  });

  it.each(templates)('have no problems: $kind by $channel', ({ kind, channel, template }) => {
    expect(findTemplateProblems(kind, channel, template)).toEqual([]);
  });

  it.each(templates)(
    'are not blank without the optional values: $kind by $channel',
    ({ kind, template }) => {
      // The values that every message about an appointment or a day has.
      const { business, day, document, firstName, link, linkActions } = values;
      const { code, minutes, number, services, time, when } = values;
      const always = {
        business,
        code,
        day,
        document,
        firstName,
        link,
        linkActions,
        minutes,
        number,
        services,
        time,
        when,
      };
      const hasMechanic = kind === 'on_the_way' || kind === 'arrived';
      const filled = fillMessage(template, {
        ...always,
        ...(hasMechanic && { mechanic: values.mechanic }),
      });
      expect(filled.text).not.toBe('');
      expect(filled.text).not.toMatch(/\{\{|:$| ,/);
      expect(filled.subject).toBe(filled.subject.trim());
    },
  );

  it.each(smsTemplates)('fit into three SMS segments: $kind', ({ template }) => {
    const filled = fillMessage(template, values).text;
    expect(filled.length).toBeLessThanOrEqual(320);
    // The GSM-7 characters that are also in ASCII; any other character would shorten the segments.
    expect(template.body).toMatch(/^[\n !"#$%&'()*+,\-./0-9:;<=>?@A-Z_a-z{}]+$/);
  });

  it.each(templates.filter(({ channel }) => channel === 'email'))(
    'put the link of an email in its own paragraph, which becomes a button: $kind',
    ({ template }) => {
      const paragraphs = template.body
        .split('\n\n')
        .filter((paragraph) => paragraph.includes('{{link}}'));
      expect(paragraphs.every((paragraph) => paragraph === '{{link}}')).toBe(true);
    },
  );

  it.each(templates.filter(({ kind }) => messageKinds[kind].audience === 'customer'))(
    'offer changes to an appointment only through the placeholder: $kind by $channel @messages.link-actions',
    ({ template }) => {
      expect(template.body).not.toMatch(/reschedule|pick another|to cancel/i);
    },
  );

  it('mention a receipt or invoice only through the placeholder @messages.receipt', () => {
    for (const kind of ['finished', 'payment_received'] as const) {
      const { subject, body } = getDefaultTemplate(kind, 'email');
      expect(`${subject} ${body}`).not.toMatch(/receipt|invoice/i);
    }
  });

  it('use every placeholder except the end time', () => {
    const used = templates.map(({ template }) => `${template.subject} ${template.body}`).join(' ');
    const unused = Object.keys(placeholderLabels).filter((name) => !used.includes(`{{${name}}}`));
    expect(unused).toEqual(['endTime']);
  });
});
