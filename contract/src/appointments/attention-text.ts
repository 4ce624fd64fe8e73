import type { AppointmentStatus } from './lifecycle.ts';
import type { AttentionReason } from './schemas.ts';

/** Returns why an appointment needs attention from the office, in one sentence. */
export function describeAttention(
  reason: AttentionReason,
  { status, mechanicName }: { readonly status: AppointmentStatus; readonly mechanicName: string },
): string {
  const mechanic = mechanicName || 'The mechanic';
  switch (reason) {
    case 'mechanic_off':
      return `${mechanic} is off for the rest of today.`;
    case 'mechanic_not_working':
      return `${mechanic} no longer works at that time.`;
    case 'no_mechanic_free':
      return 'No mechanic is free at that time.';
    case 'plan_unpaid':
      return "This job uses plan pricing, but the plan fee hasn't been paid.";
    case 'overdue':
      if (status === 'confirmed')
        return "The start time has passed, and the job hasn't been started.";
      return status === 'in_progress'
        ? "The job was started on an earlier day and hasn't been completed."
        : 'The start time has passed, and no mechanic has been assigned.';
  }
}
