import { openStatuses, type AppointmentStatus } from '@curbwrench/contract/lifecycle';
import type { AppointmentQuery } from '@curbwrench/contract/appointments';
import type { AppointmentRow } from '../db/appointment-rows.ts';
import { pageAppointments } from '../db/appointments.ts';
import { hasBegun } from '../domain/appointment.ts';
import type { Asking } from './asking.ts';
import { means, type Understanding } from './understanding.ts';

/** Which appointments a question is about, the nearest first. */
export interface Choice {
  readonly direction: 'ahead' | 'back' | 'days';
  readonly rows: readonly AppointmentRow[];
}

/** The statuses that a question names. */
export function statusesIn(understood: Understanding): AppointmentStatus[] {
  const named = (['pending', 'unassigned', 'confirmed', 'completed', 'cancelled'] as const).filter(
    (status) => means(understood, status),
  );
  return means(understood, 'in_progress') ? [...named, 'in_progress'] : named;
}

/** Reads the appointments within the asker's scope that a question means, at most fifty. */
export async function chooseAppointments(
  asking: Asking,
  understood: Understanding,
  search?: string,
): Promise<Choice> {
  const { days } = understood;
  const today = asking.moment.local.date;
  const statuses = statusesIn(understood);
  const found = search === undefined ? {} : { search };
  const isBack = days
    ? days.to < today
    : means(understood, 'last', 'completed') && !means(understood, 'next');
  if (days) {
    const rows = await read(asking, understood, {
      ...found,
      from: days.from,
      to: days.to,
      ...(statuses.length > 0 && { status: statuses }),
    });
    const kept = statuses.length > 0 ? rows : rows.filter(({ status }) => status !== 'cancelled');
    return { direction: 'days', rows: kept };
  }
  if (isBack) {
    const status: AppointmentStatus[] = statuses.length > 0 ? statuses : ['completed'];
    const rows = await read(asking, understood, { ...found, when: 'past', status });
    return { direction: 'back', rows };
  }
  const status = statuses.length > 0 ? statuses : [...openStatuses];
  const rows = await read(asking, understood, { ...found, from: today, status, sort: 'date' });
  // A request whose time has passed unanswered is nobody's next appointment (D4).
  return {
    direction: 'ahead',
    rows: rows.filter(
      (row) =>
        !(row.status === 'pending' || row.status === 'unassigned') ||
        !hasBegun(timeOf(row), asking.moment.local),
    ),
  };
}

async function read(
  { context, scope, moment }: Asking,
  understood: Understanding,
  query: AppointmentQuery,
): Promise<AppointmentRow[]> {
  const db = context.store.kysely;
  const page = await pageAppointments(db, scope, { ...query, limit: 50 }, moment.local.date);
  const services = new Set(understood.services.map(({ id }) => id));
  const vehicles = new Set(understood.vehicles.map(({ id }) => id));
  return (page?.rows ?? []).filter(
    (row) =>
      (services.size === 0 || services.has(row.service_id)) &&
      (vehicles.size === 0 || vehicles.has(row.vehicle_id)),
  );
}

function timeOf(row: AppointmentRow): { date: string; startTime: string } {
  return { date: row.date, startTime: row.start_time.slice(0, 5) };
}
