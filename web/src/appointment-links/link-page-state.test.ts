import { describe, expect, it } from 'vitest';
import { getPrimaryAction } from './link-page-state.ts';

const today = '2026-03-03';

describe('the main action of the page of a link', () => {
  const find = (details: Partial<Parameters<typeof getPrimaryAction>[0]>) =>
    getPrimaryAction(
      { status: 'confirmed', date: today, mechanicName: 'Marcus', document: null, ...details },
      today,
    );

  it('is to track a mechanic who is assigned, from the day on', () => {
    expect(find({})).toBe('track');
    expect(find({ date: '2026-03-02' })).toBe('track');
    expect(find({ status: 'in_progress' })).toBe('track');
  });

  it('is the calendar before that', () => {
    expect(find({ date: '2026-03-04' })).toBe('calendar');
    expect(find({ mechanicName: null })).toBe('calendar');
    expect(find({ status: 'pending', mechanicName: null })).toBe('calendar');
    expect(find({ status: 'unassigned', mechanicName: null })).toBe('calendar');
  });

  it('is the receipt or a new booking after the end', () => {
    expect(find({ status: 'completed', document: 'receipt' })).toBe('document');
    expect(find({ status: 'completed' })).toBeNull();
    expect(find({ status: 'cancelled' })).toBe('book');
  });
});
