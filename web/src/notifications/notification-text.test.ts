import type { Notification } from '@curbwrench/contract/notifications/schemas';
import type { PaymentStatus } from '@curbwrench/contract/payments/payment-status';
import type { Role } from '@curbwrench/contract/people/roles';
import { describe, expect, it } from 'vitest';
import { getUnreadBadge, getBellLabel } from './notification-bell.tsx';
import { getUnreadRange, describeNotification } from './notification-text.ts';

const notification: Notification = {
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
  jobsToCover: null,
};
const money = (amount: string) => `$${amount}`;

describe('a notification', () => {
  it('describes the same event differently for each viewer', () => {
    expect(describeNotification(notification, 'customer', money)).toEqual({
      title: 'Your mechanic has been assigned',
      details: 'Oil Change, Tue, Mar 10, 2026, 2:00 PM',
    });
    expect(describeNotification(notification, 'mechanic', money).title).toBe('You have a new job');
    expect(describeNotification({ ...notification, kind: 'booked' }, 'admin', money).title).toBe(
      'New booking needs a mechanic',
    );
  });

  it('tells the customer who is coming, and whether that has changed', () => {
    const titleFor = (change: Partial<Notification>) =>
      describeNotification({ ...notification, ...change }, 'customer', money).title;
    const mechanicName = 'Marcus Bell';
    const changed = { mechanicChanged: true, mechanicName, formerMechanicName: 'Luis Ortega' };
    expect(titleFor({ mechanicName })).toBe('Your mechanic is Marcus Bell');
    expect(titleFor(changed)).toBe(
      'Your mechanic changed: Marcus Bell is coming instead of Luis Ortega.',
    );
    expect(titleFor({ mechanicChanged: true })).toBe('Your mechanic changed');
    expect(titleFor({ kind: 'rescheduled', mechanicChanged: true })).toBe(
      "Your appointment was rescheduled, and we're finding you another mechanic",
    );
    expect(titleFor({ kind: 'rescheduled' })).toBe('Your appointment was rescheduled');
  });

  it("about an appointment the viewer can't open shows its number and what happened, but no names", () => {
    const describeWithoutAccess = (kind: Notification['kind'], role: Role = 'mechanic') =>
      describeNotification({ ...notification, kind, appointment: null }, role, money);
    expect(
      describeNotification(
        { ...notification, appointment: null, mechanicChanged: true },
        'mechanic',
        money,
      ).title,
    ).toBe('#0042 was reassigned');
    expect(describeWithoutAccess('unassigned')).toEqual({
      title: '#0042 was unassigned',
      details: "It's no longer on your schedule.",
    });
    expect([
      describeWithoutAccess('assigned').title,
      describeWithoutAccess('rescheduled').title,
    ]).toEqual(['#0042 was assigned', '#0042 was rescheduled']);
    expect(describeWithoutAccess('booked', 'customer')).toEqual({
      title: '#0042 was booked',
      details: 'You can no longer see this appointment.',
    });
  });

  it('names the mechanic who is out sick, and says how many jobs need a new mechanic @sick.notified', () => {
    const describeSick = (
      jobsToCover: number | null,
      mechanicName: string | null = 'Marcus Bell',
    ) =>
      describeNotification(
        { ...notification, kind: 'sick', appointment: null, mechanicName, jobsToCover },
        'service_advisor',
        money,
      );
    expect(describeSick(3)).toEqual({
      title: 'Marcus Bell called in sick',
      details: '3 jobs need a new mechanic',
    });
    expect([describeSick(1).details, describeSick(0).details, describeSick(null).details]).toEqual([
      '1 job needs a new mechanic',
      'No jobs need a new mechanic',
      'Now back at work',
    ]);
    expect(describeSick(null, null).title).toBe('A mechanic called in sick');
  });

  it("describes a payment's new state", () => {
    const paymentTitle = (status: PaymentStatus, refundedAmount = '0.00') => {
      const payment = { id: 1, status, amount: '89.00', refundedAmount };
      return describeNotification({ ...notification, kind: 'payment', payment }, 'customer', money)
        .title;
    };
    expect([paymentTitle('completed'), paymentTitle('failed'), paymentTitle('pending')]).toEqual([
      'Payment received: $89.00',
      'Payment failed: $89.00',
      'Payment due: $89.00',
    ]);
    expect([paymentTitle('completed', '20.00'), paymentTitle('refunded', '89.00')]).toEqual([
      'Payment refunded: $20.00 of $89.00',
      'Payment refunded: $89.00 of $89.00',
    ]);
  });
});

describe('the bell', () => {
  it('shows a count up to 9, and the exact count in its label', () => {
    expect([0, 1, 9, 10, 250].map(getUnreadBadge)).toEqual([null, '1', '9', '9+', '9+']);
    expect([getBellLabel(0), getBellLabel(250)]).toEqual([
      'Notifications',
      'Notifications, 250 unread',
    ]);
  });

  it('marks as read the range from the oldest to the latest unread notification shown', () => {
    const notifications = [9, 8, 7, 6].map((id) => ({ id, read: id === 9 || id === 7 }));
    expect(getUnreadRange(notifications)).toEqual({ from: 6, to: 8 });
    expect(getUnreadRange([{ id: 9, read: true }])).toBeNull();
  });
});
