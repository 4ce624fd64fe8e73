import { expect, test } from 'vitest';
import { decideReply, decideHiding, decideUnhiding, type ReviewState } from './rules.ts';

const shown: ReviewState = {
  text: 'Late, and rude.',
  reply: null,
  hidden_reason: null,
  customer_is_deleted: false,
};

test('a review without text cannot be hidden, and a review that is not hidden cannot be unhidden', () => {
  expect(decideHiding(shown)).toMatchObject({ ok: true });
  expect(decideHiding({ ...shown, text: null })).toMatchObject({
    refusal: {
      code: 'wrong_status',
      message: "This review has no text, and ratings can't be hidden.",
    },
  });
  expect(decideHiding({ ...shown, hidden_reason: 'abuse' })).toMatchObject({ ok: false });
  expect(decideUnhiding(shown)).toMatchObject({ ok: false });
  // The text may have been deleted with the customer's account.
  expect(decideUnhiding({ ...shown, text: null, hidden_reason: 'abuse' }).ok).toBe(true);
});

test('a new reply replaces only the reply that its author has seen', () => {
  expect(decideReply(shown, { replaces: null }).ok).toBe(true);
  expect(decideReply({ ...shown, reply: 'Sorry!' }, { replaces: 'Sorry!' }).ok).toBe(true);
  for (const [reply, replaces] of [
    ['Sorry!', null],
    ['Sorry!', 'Thanks!'],
    [null, 'Sorry!'],
  ]) {
    const decision = decideReply(
      { ...shown, reply: reply ?? null },
      { replaces: replaces ?? null },
    );
    expect(decision).toMatchObject({ refusal: { code: 'changed_meanwhile' } });
  }
  expect(decideReply({ ...shown, customer_is_deleted: true }, { replaces: null })).toMatchObject({
    refusal: { code: 'wrong_status' },
  });
});
