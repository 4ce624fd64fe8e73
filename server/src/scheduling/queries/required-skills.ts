// Reads tables owned by these modules: appointments, services
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../database/schema.ts';

/** SQL array of the skills that the services of a row of `appointments a` currently require, without duplicates. */
export const requiredSkills = sql<string[]>`array(
  select distinct s.skill from appointment_lines l join services s on s.id = l.service_id
  where l.appointment_id = a.id and s.skill is not null
)`;

/** Returns the skills that an appointment's services currently require. */
export async function findRequiredSkills(
  db: Kysely<Database>,
  appointmentId: number,
): Promise<readonly string[]> {
  const { rows } = await sql<{ skills: string[] }>`
    select ${requiredSkills} as skills from appointments a where a.id = ${appointmentId}
  `.execute(db);
  return rows[0]?.skills ?? [];
}
