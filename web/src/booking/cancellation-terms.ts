/** Returns the cancellation terms of a new booking, which are stored with it. */
export function formatCancellationTerms(hours: number): string {
  if (hours === 0) return 'You can cancel or reschedule until it starts.';
  return `You can cancel or reschedule until ${hours} ${hours === 1 ? 'hour' : 'hours'} before it starts.`;
}
