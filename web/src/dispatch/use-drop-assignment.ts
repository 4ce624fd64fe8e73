import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import { displayId } from '@curbwrench/contract/fields/display-id';
import type { Mechanic } from '@curbwrench/contract/people/schemas';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { getErrorMessage } from '../api/api-error.ts';
import { candidatesQuery, useChangeAppointment } from '../appointments/queries.ts';
import { getFullName } from '../lib/people.ts';
import { showToast } from '../ui/toast-store.ts';

/**
 * Returns a function that assigns a job to the mechanic whose van it was dropped on. The function doesn't ask first,
 * because a drag is deliberate. A toast names the mechanic and any warnings, or says why the server refused.
 */
export function useDropAssignment(): (job: Appointment, mechanic: Mechanic) => Promise<void> {
  const client = useQueryClient();
  const { mutateAsync } = useChangeAppointment();
  const isAssigning = useRef(false);

  return async (job, mechanic) => {
    if (isAssigning.current) return;
    isAssigning.current = true;
    // If reading the warnings fails, the job is still assigned, because warnings don't prevent that.
    const candidates = await client.query(candidatesQuery(job.id)).catch(() => []);
    const warnings = candidates.find((each) => each.mechanic.id === mechanic.id)?.warnings ?? [];
    try {
      await mutateAsync({ id: job.id, change: { mechanicId: mechanic.id, status: 'confirmed' } });
      const assignedText = `${displayId(job.id)} was assigned to ${getFullName(mechanic)}.`;
      showToast({
        title: 'Mechanic Assigned',
        description: [assignedText, ...warnings.map((warning) => `${warning}.`)].join(' '),
      });
    } catch (error) {
      showToast({
        title: `Couldn't assign ${displayId(job.id)}`,
        description: getErrorMessage(error),
        destructive: true,
      });
    } finally {
      isAssigning.current = false;
    }
  };
}
