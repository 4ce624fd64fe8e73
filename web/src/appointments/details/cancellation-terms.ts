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
  if (!canChange) return `Booked with these terms: free to move or cancel until ${before}.`;
  if (!isCustomer) {
    return isPast
      ? `The customer could move or cancel it until ${until}, ${before}.`
      : `The customer can move or cancel it until ${until}, ${before}.`;
  }
  if (!isPast) return `You can move or cancel it until ${until}, ${before}.`;
  const call = phone === null ? 'Please call us' : `Please call us at ${phone}`;
  return `It could be moved or canceled here until ${until}, ${before}. ${call}.`;
}
