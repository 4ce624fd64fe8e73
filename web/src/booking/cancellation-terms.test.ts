import { describe, expect, it } from 'vitest';
import { formatCancellationTerms, formatCustomerTerms } from './cancellation-terms.ts';

describe('the cancellation terms of a new booking', () => {
  it('state the deadline to cancel or reschedule @booking.next-steps', () => {
    const atOtherTime = 'You can cancel or reschedule up to 24 hours before your appointment.';
    expect(formatCancellationTerms(24)).toBe(atOtherTime);
    expect(formatCancellationTerms(24, 24)).toBe(atOtherTime);
    expect(formatCancellationTerms(1)).toBe(
      'You can cancel or reschedule up to 1 hour before your appointment.',
    );
    expect(formatCancellationTerms(0, 2)).toBe(
      'You can cancel or reschedule until your appointment starts.',
    );
  });

  it('ask the customer to call if the deadline has already passed @booking.next-steps', () => {
    expect(formatCancellationTerms(24, 23.9)).toBe(
      'Your appointment starts in less than 24 hours, so please call us to cancel or reschedule.',
    );
  });

  it('are stated about the customer if the office books for them', () => {
    expect(formatCustomerTerms(24)).toBe(
      'The customer can cancel or reschedule up to 24 hours before the appointment.',
    );
    expect(formatCustomerTerms(0)).toBe(
      'The customer can cancel or reschedule until the appointment starts.',
    );
  });
});
