/**
 * Returns the deadline for a customer to cancel or reschedule an appointment that starts in `hoursAhead` hours
 * (undefined if its time isn't chosen yet). An appointment booked on short notice can be changed only by the office.
 */
export function formatCancellationTerms(hours: number, hoursAhead?: number): string {
  if (hours === 0) return 'You can cancel or reschedule until your appointment starts.';
  const notice = formatHours(hours);
  if (hoursAhead !== undefined && hoursAhead < hours) {
    return `Your appointment starts in less than ${notice}, so please call us to cancel or reschedule.`;
  }
  return `You can cancel or reschedule up to ${notice} before your appointment.`;
}

/** Returns the same deadline for staff, who book for a customer and can change the appointment at any time. */
export function formatCustomerTerms(hours: number): string {
  if (hours === 0) return 'The customer can cancel or reschedule until the appointment starts.';
  const notice = formatHours(hours);
  return `The customer can cancel or reschedule up to ${notice} before the appointment.`;
}

function formatHours(hours: number): string {
  return `${hours} ${hours === 1 ? 'hour' : 'hours'}`;
}
