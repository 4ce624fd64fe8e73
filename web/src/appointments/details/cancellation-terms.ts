interface Terms {
  readonly isCustomer: boolean;
  /** Whether anyone can still cancel or reschedule the appointment. */
  readonly canChange: boolean;
  /** Whether the customer's deadline has passed. */
  readonly isPast: boolean;
  /** How long before the start the deadline is. */
  readonly hours: number;
  /** The customer's deadline, formatted. */
  readonly until: string;
  /** The business's phone number. */
  readonly phone: string | null;
}

/** Returns one sentence for this viewer about the deadline to reschedule or cancel the appointment. */
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
  return `The deadline to reschedule or cancel online was ${until} (${before}). ${call}.`;
}
