interface Terms {
  readonly isCustomer: boolean;
  /** Whether it can still be cancelled or moved by anyone. */
  readonly mayChange: boolean;
  /** Whether the cut-off has passed. */
  readonly isPast: boolean;
  readonly hours: number;
  /** The cut-off in words. */
  readonly until: string;
  /** The business's number. */
  readonly phone: string | null;
}

/** The terms that were kept at booking, as they stand for this reader now. */
export function termsText({ isCustomer, mayChange, isPast, hours, until, phone }: Terms): string {
  const before = `${hours} ${hours === 1 ? 'hour' : 'hours'} before the start`;
  if (!mayChange) return `Booked with these terms: free to move or cancel until ${before}.`;
  if (!isCustomer) {
    return isPast
      ? `The customer could move or cancel it until ${until}, ${before}.`
      : `The customer can move or cancel it until ${until}, ${before}.`;
  }
  if (!isPast) return `You can move or cancel it until ${until}, ${before}.`;
  const call = phone === null ? 'Please call us' : `Please call us on ${phone}`;
  return `It could be moved or cancelled here until ${until}, ${before}. ${call}.`;
}
