interface Terms {
  readonly isCustomer: boolean;
  /** Whether anyone can still cancel or move it. */
  readonly canChange: boolean;
  /** Whether the cut-off has passed. */
  readonly isPast: boolean;
  readonly hours: number;
  /** The formatted cut-off. */
  readonly until: string;
  /** The business's phone number. */
  readonly phone: string | null;
}

/** Returns until when the appointment can be moved or cancelled, in one sentence for this viewer. */
export function getCancellationTerms({
  isCustomer,
  canChange,
  isPast,
  hours,
  until,
  phone,
}: Terms): string {
  const before = `${hours} ${hours === 1 ? 'hour' : 'hours'} before the start`;
  if (!canChange) return `Terms at booking: free rescheduling or cancellation until ${before}.`;
  if (!isCustomer) {
    return isPast
      ? `The customer's deadline to reschedule or cancel was ${until} (${before}).`
      : `The customer can reschedule or cancel until ${until} (${before}).`;
  }
  if (!isPast) return `You can reschedule or cancel until ${until} (${before}).`;
  const call = phone === null ? 'Please call us' : `Please call us at ${phone}`;
  return `The deadline to reschedule or cancel here was ${until} (${before}). ${call}.`;
}
