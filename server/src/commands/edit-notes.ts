import { changeAppointment } from '../db/appointment-changes.ts';
import type { Actor } from '../domain/appointment.ts';
import { accepted, type Outcome } from '../domain/outcome.ts';
import { appointmentChanged } from './announcements.ts';
import { openAppointment } from './open-appointment.ts';
import { momentOf, perform, type Context } from './transaction.ts';

/** The customer changes what they told us about the job, while it has not begun (D1). */
export async function editNotes(
  context: Context,
  actor: Actor,
  appointmentId: number,
  notes: string | null,
): Promise<Outcome<void>> {
  const moment = momentOf(context);
  return perform(context, actor.id, async (trx, tell) => {
    const opened = await openAppointment(trx, appointmentId, 'edit_notes', actor, moment);
    if (!opened.ok) return opened;
    const appointment = opened.value;
    await changeAppointment(
      trx,
      appointment.id,
      { notes },
      { kind: 'notes_changed', actorId: actor.id, now: moment.now },
    );
    tell([appointmentChanged(appointment, { mechanicId: appointment.mechanic_id })]);
    return accepted(undefined);
  });
}
