import { sql } from 'kysely';
import {
  makeAppointment,
  makeTeam,
  makePerson,
  makeVehicle,
  type BuilderContext,
} from './builders.ts';

/** Creates people, and a vehicle, a service and an appointment that requests could change. */
export async function seedData(context: BuilderContext) {
  const customer = await makePerson(context, 'customer');
  const admin = await makePerson(context, 'admin');
  const vehicleId = await makeVehicle(context, customer.id);
  const {
    mechanics: [mechanic],
    serviceId,
  } = await makeTeam(context, 1);
  const appointmentId = await makeAppointment(context, {
    date: '2026-03-10',
    customer_id: customer.id,
    vehicle_id: vehicleId,
    notes: 'Untouched.',
  });
  return { customer, admin, mechanic, vehicleId, serviceId, appointmentId };
}

/**
 * Returns everything that requests about appointments, vehicles, services and people could change, as one string. Omits
 * a mechanic's last activity, which every request records.
 */
export async function snapshotData({ store }: Pick<BuilderContext, 'store'>): Promise<string> {
  const { rows } = await sql`
    select
      (select json_agg(a order by id) from appointments a) as appointments,
      (select json_agg(v order by id) from vehicles v) as vehicles,
      (select json_agg(s order by id) from services s) as services,
      (select json_agg(to_jsonb(m) - 'last_active_at' order by person_id) from mechanics m) as mechanics,
      (select json_agg(p order by id) from people p) as people,
      (select json_agg(a order by id) from accounts a) as accounts,
      (select count(*) from appointment_events) as events,
      (select count(*) from idempotency_keys) as keys,
      (select count(*) from outbox) as outbox
  `.execute(store.kysely);
  return JSON.stringify(rows);
}
