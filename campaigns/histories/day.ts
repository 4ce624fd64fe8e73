import { shownAt, weekday } from '../time/wall-clock.ts';
import { canArrange, collide, type Piece, type Span } from './arrangement.ts';
import {
  activeMechanics,
  isDesk,
  isOpen,
  isWaiting,
  jobUnderWay,
  type Model,
  type ModelAppointment,
  type Role,
} from './model.ts';

/** Work that asks for time on a day. */
export interface Want extends Span {
  readonly skill: string | null;
  readonly declinedBy: readonly string[];
}

/** The appointments of a day whose time is taken, but for one. */
export function openOn(model: Model, date: string, without?: number): ModelAppointment[] {
  return [...model.appointments.values()].filter(
    (each) => each.date === date && each.id !== without && isOpen(each),
  );
}

/** Whether a vehicle has another open appointment at some time of a day. */
export function isVehicleBooked(
  model: Model,
  vehicleId: number,
  date: string,
  span: Span,
  without?: number,
): boolean {
  return openOn(model, date, without).some(
    (each) => each.vehicleId === vehicleId && collide(each, span),
  );
}

/** What an appointment asks for. */
export function wantOf(model: Model, appointment: ModelAppointment): Want {
  const skill = model.services.get(appointment.serviceId)?.skill ?? null;
  const { from, to, declinedBy } = appointment;
  return { from, to, skill, declinedBy };
}

/** Has the skill if one is asked for, works then, and has no job of their own then. */
export function isFree(
  model: Model,
  date: string,
  want: Want,
  mechanicId: string,
  fixed: readonly ModelAppointment[],
): boolean {
  return (
    isQualified(model, date, want, mechanicId) &&
    !fixed.some((job) => job.mechanicId === mechanicId && collide(job, want))
  );
}

/** Whether a mechanic could do it if they had nothing else to do. */
export function isQualified(model: Model, date: string, want: Want, mechanicId: string): boolean {
  const work = model.people.get(mechanicId)?.work;
  if (!work?.active || model.holidays.has(date)) return false;
  // Switched off: no new work for the rest of that day.
  if (work.switchedOn === date && !work.available) return false;
  if (want.skill !== null && !work.skills.includes(want.skill)) return false;
  const hours = work.hours.get(weekday(date)) ?? [];
  const works = hours.some(
    ([from, to]) =>
      from <= want.from && want.from < to && (!model.settings.jobsEndWithinHours || want.to <= to),
  );
  return works && !work.off.some((off) => off.date === date && collide(off, want));
}

/** The exact answer to "can everything that holds time keep some, and this have some too?" */
export function couldHold(model: Model, date: string, want: Want, without?: number): boolean {
  const open = openOn(model, date, without);
  return canArrange([...heldPieces(model, date, open), pieceOf(model, date, want, open)]);
}

/** The exact answer to "can this be fixed on them, and everything that holds time keep some?" */
export function couldAssign(
  model: Model,
  date: string,
  want: Want,
  mechanicId: string,
  without: number,
): boolean {
  const open = openOn(model, date, without);
  if (!isFree(model, date, want, mechanicId, open)) return false;
  const pieces = heldPieces(model, date, open).map((piece) =>
    collide(piece, want)
      ? { ...piece, takers: piece.takers.filter((taker) => taker !== mechanicId) }
      : piece,
  );
  return canArrange(pieces);
}

function heldPieces(model: Model, date: string, open: readonly ModelAppointment[]): Piece[] {
  return open
    .filter((each) => isWaiting(each) && each.held)
    .map((each) => pieceOf(model, date, wantOf(model, each), open));
}

function pieceOf(model: Model, date: string, want: Want, open: readonly ModelAppointment[]): Piece {
  const takers = activeMechanics(model).filter(
    (id) => !want.declinedBy.includes(id) && isFree(model, date, want, id, open),
  );
  return { from: want.from, to: want.to, takers };
}

/**
 * Whether this much time of this kind can be booked at a time. `closed`: by a rule, whoever is
 * free. `full`: nobody has time, or nobody can.
 */
export function slotIs(
  model: Model,
  date: string,
  from: number,
  service: { readonly duration: number; readonly skill: string | null },
  /** The role of whoever asks; undefined: nobody that is known. */
  role: Role | undefined,
  without?: number,
): 'open' | 'closed' | 'full' {
  if (whyClosed(model, date, from, service.duration, role)) return 'closed';
  const want = { from, to: from + service.duration, skill: service.skill, declinedBy: [] };
  if (activeMechanics(model).length === 0) {
    // The default hours, Monday to Friday 08:00 to 18:00.
    return model.settings.jobsEndWithinHours && want.to > 18 * 60 ? 'closed' : 'open';
  }
  return couldHold(model, date, want, without) ? 'open' : 'full';
}

function whyClosed(
  model: Model,
  date: string,
  from: number,
  duration: number,
  role: Role | undefined,
): boolean {
  const today = shownAt(model.now, model.settings.zone);
  const days = (Date.parse(date) - Date.parse(today.date)) / 86_400_000;
  if (days < 0 || days > 30 || [0, 6].includes(weekday(date))) return true;
  if (model.holidays.has(date)) return true;
  if (from < 8 * 60 || from > 17 * 60 || from % 60 !== 0) return true;
  if (days === 0 && from <= today.minutes) return true;
  const notice = role !== undefined && isDesk(role) ? 0 : model.settings.noticeHours;
  if (days * 1440 + from - today.minutes < notice * 60) return true;
  return from + duration > 24 * 60;
}

/** What everybody is shown of a mechanic: a job under way, the switch of today, or else the hours. */
export function statusOf(model: Model, mechanicId: string): 'available' | 'on_job' | 'offline' {
  if (jobUnderWay(model, mechanicId) !== undefined) return 'on_job';
  const work = model.people.get(mechanicId)?.work;
  const { date, minutes } = shownAt(model.now, model.settings.zone);
  if (work?.switchedOn === date) return work.available ? 'available' : 'offline';
  const works = (work?.hours.get(weekday(date)) ?? []).some(
    ([from, to]) => from <= minutes && minutes < to,
  );
  const isAway = work?.off.some(
    (off) => off.date === date && off.from <= minutes && minutes < off.to,
  );
  return works && !isAway && !model.holidays.has(date) ? 'available' : 'offline';
}
