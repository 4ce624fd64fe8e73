interface Terms {
  readonly isCustomer: boolean;
  /** Whether anyone can still cancel or reschedule the appointment. */
  readonly canChange: boolean;
  /** Whether the customer's deadline has passed. */
  readonly isDeadlinePast: boolean;
  /** How many hours before the start the deadline is. */
  readonly noticeHours: number;
  /** The customer's deadline, formatted. */
  readonly deadline: string;
  /** The business's phone number. */
  readonly phone: string | null;
}

/** Returns one sentence for this viewer about the deadline to reschedule or cancel the appointment. */
export function getCancellationTerms({
  isCustomer,
  canChange,
  isDeadlinePast,
  noticeHours,
  deadline,
  phone,
}: Terms): string {
  const notice = `${noticeHours} ${noticeHours === 1 ? 'hour' : 'hours'}`;
  const beforeStart = `${notice} before ${isCustomer ? 'your' : 'the'} appointment`;
  if (!canChange)
    return `Cancellation policy: free rescheduling and cancellation up to ${beforeStart}.`;
  if (!isCustomer) {
    return isDeadlinePast
      ? `The customer's deadline to reschedule or cancel was ${deadline} (${beforeStart}).`
      : `The customer can reschedule or cancel until ${deadline} (${beforeStart}).`;
  }
  if (!isDeadlinePast) return `You can reschedule or cancel until ${deadline} (${beforeStart}).`;
  const call = phone === null ? 'Please call us' : `Please call us at ${phone}`;
  return `The deadline to reschedule or cancel online was ${deadline} (${beforeStart}). ${call}.`;
}
