import { expect, test } from 'vitest';
import { parseFaq, parseTextBlocks } from './wording.ts';

test('the wording of a page has headings, paragraphs and lists @site.wording', () => {
  const text = '# Data\nWe store\nyour name.\n\n- name\n* phone\nUntil you ask.\n##  End \n#\n\n';
  expect(parseTextBlocks(text)).toEqual([
    { kind: 'heading', text: 'Data' },
    { kind: 'paragraph', text: 'We store your name.' },
    { kind: 'list', items: ['name', 'phone'] },
    { kind: 'paragraph', text: 'Until you ask.' },
    { kind: 'heading', text: 'End' },
    { kind: 'paragraph', text: '#' },
  ]);
  expect(parseTextBlocks(' \n\n')).toEqual([]);
});

test('HTML and Markdown links are shown as plain text', () => {
  expect(parseTextBlocks('<b>bold</b> [link](javascript:1) -not a list')).toEqual([
    { kind: 'paragraph', text: '<b>bold</b> [link](javascript:1) -not a list' },
  ]);
});

test('each heading with an answer is a question @site.questions', () => {
  expect(parseFaq('Hello\n# How much?\n$45.\n\n- more\n# Unanswered\n# When?\nToday.')).toEqual([
    {
      question: 'How much?',
      answer: [
        { kind: 'paragraph', text: '$45.' },
        { kind: 'list', items: ['more'] },
      ],
    },
    { question: 'When?', answer: [{ kind: 'paragraph', text: 'Today.' }] },
  ]);
});
