import type { Notification } from '@curbwrench/contract/notifications/schemas';
import type { PaymentStatus } from '@curbwrench/contract/payments/payment-status';
import type { Role } from '@curbwrench/contract/people/roles';
import { describe, expect, it } from 'vitest';
import { badgeOf, bellLabelOf } from './notification-bell.tsx';
import { stretchOf, wordsOf } from './notification-text.ts';

const line: Notification = {
  id: 5,
  kind: 'assigned',
  at: '2026-03-03T17:00:00Z',
  read: false,
  subject: { kind: 'appointment', id: '42' },
  appointment: { id: 42, service: 'Oil Change', date: '2026-03-10', startTime: '14:00' },
  mechanicChanged: false,
  mechanicName: null,
  formerMechanicName: null,
  payment: null,
};
const money = (amount: string) => `$${amount}`;

describe('a notification', () => {
  it('describes the same event differently for each viewer', () => {
    expect(wordsOf(line, 'customer', money)).toEqual({
      title: 'Your mechanic is assigned',
      about: 'Oil Change, Mar 10, 2026, 2:00 PM',
    });
    expect(wordsOf(line, 'mechanic', money).title).toBe('You have a new job');
    expect(wordsOf({ ...line, kind: 'booked' }, 'admin', money).title).toBe(
      'New booking: it needs a mechanic',
    );
  });

  it('tells the customer who is coming, and whether that has changed', () => {
    const told = (change: Partial<Notification>) =>
      wordsOf({ ...line, ...change }, 'customer', money).title;
    const mechanicName = 'Marcus Bell';
    const changed = { mechanicChanged: true, mechanicName, formerMechanicName: 'Luis Ortega' };
    expect(told({ mechanicName })).toBe('Your mechanic is Marcus Bell');
    expect(told(changed)).toBe(
      'Your mechanic changed: Marcus Bell will come instead of Luis Ortega.',
    );
    expect(told({ mechanicChanged: true })).toBe('Your mechanic changed');
    expect(told({ kind: 'rescheduled', mechanicChanged: true })).toBe(
      'Your appointment was moved, and we are finding you another mechanic',
    );
    expect(told({ kind: 'rescheduled' })).toBe('Your appointment was moved');
  });

  it("without access shows the appointment's number and what happened, but no names", () => {
    const lost = (kind: Notification['kind'], role: Role = 'mechanic') =>
      wordsOf({ ...line, kind, appointment: null }, role, money);
    expect(
      wordsOf({ ...line, appointment: null, mechanicChanged: true }, 'mechanic', money).title,
    ).toBe('#0042 was reassigned');
    expect(lost('unassigned')).toEqual({
      title: '#0042 was unassigned',
      about: 'It is no longer on your schedule.',
    });
    expect([lost('assigned').title, lost('rescheduled').title]).toEqual([
      '#0042 was assigned',
      '#0042 was moved',
    ]);
    expect(lost('booked', 'customer')).toEqual({
      title: '#0042 was booked',
      about: 'You can no longer see this appointment.',
    });
  });

  it("describes a payment's new state", () => {
    const paid = (status: PaymentStatus, refundedAmount = '0.00') => {
      const payment = { id: 1, status, amount: '89.00', refundedAmount };
      return wordsOf({ ...line, kind: 'payment', payment }, 'customer', money).title;
    };
    expect([paid('completed'), paid('failed'), paid('pending')]).toEqual([
      'Payment received: $89.00',
      'Payment failed: $89.00',
      'Payment due: $89.00',
    ]);
    expect([paid('completed', '20.00'), paid('refunded', '89.00')]).toEqual([
      'Payment refunded: $20.00 of $89.00',
      'Payment refunded: $89.00 of $89.00',
    ]);
  });
});

describe('the bell', () => {
  it('shows a count up to 9, and the exact one in its label', () => {
    expect([0, 1, 9, 10, 250].map(badgeOf)).toEqual([null, '1', '9', '9+', '9+']);
    expect([bellLabelOf(0), bellLabelOf(250)]).toEqual([
      'Notifications',
      'Notifications, 250 unread',
    ]);
  });

  it('marks from the oldest to the newest unread line that it shows', () => {
    const shown = [9, 8, 7, 6].map((id) => ({ id, read: id === 9 || id === 7 }));
    expect(stretchOf(shown)).toEqual({ from: 6, to: 8 });
    expect(stretchOf([{ id: 9, read: true }])).toBeNull();
  });
});
