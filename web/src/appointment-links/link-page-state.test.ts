import { describe, expect, it } from 'vitest';
import { getPrimaryAction } from './link-page-state.ts';

describe('the main action of the page of a link', () => {
  const find = (details: Partial<Parameters<typeof getPrimaryAction>[0]>) =>
    getPrimaryAction({ status: 'confirmed', mechanicName: 'Marcus', document: null, ...details });

  it('is to track a mechanic who is assigned', () => {
    expect(find({})).toBe('track');
    expect(find({ status: 'in_progress' })).toBe('track');
  });

  it('is the calendar before that', () => {
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
