import type { Mechanic, MechanicSummary } from '@curbwrench/contract/people/schemas';
import type { MechanicRow } from './queries.ts';

/** Returns the fields of a mechanic that their customers may see. */
export function presentMechanicSummary(row: MechanicRow): MechanicSummary {
  return {
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    profileImageUrl: row.image,
  };
}

/** Returns the fields of a mechanic that the office and the mechanic themselves may see. */
export function presentMechanic(row: MechanicRow): Mechanic {
  return {
    ...presentMechanicSummary(row),
    status: row.status,
    unseen: row.status === 'available' && row.unseen,
    lastActive: row.last_active_at?.toISOString() ?? null,
    sick: row.sick,
    skills: row.skills,
    jobsToday: row.jobs_today,
    location:
      row.latitude === null || row.longitude === null || row.position_at === null
        ? null
        : { lat: row.latitude, lng: row.longitude, at: row.position_at.toISOString() },
    sharingEnded: row.sharing_ended,
  };
}
