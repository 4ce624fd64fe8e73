/** The four roles of a signed-in person. */
export const roles = ['customer', 'mechanic', 'service_advisor', 'admin'] as const;
export type Role = (typeof roles)[number];

/** Those who work here; they come in by invitation. */
export const staffRoles = ['mechanic', 'service_advisor', 'admin'] as const satisfies Role[];

/** Roles as a person reads them. */
export const roleLabels: Record<Role, string> = {
  customer: 'Customer',
  mechanic: 'Mechanic',
  service_advisor: 'Service Advisor',
  admin: 'Admin',
};

/** Whether this role dispatches: sees every appointment and assigns mechanics. */
export function dispatches(role: Role): boolean {
  return role === 'service_advisor' || role === 'admin';
}

/** `on_job` follows from a job in progress and is never set by hand. */
export const mechanicStatuses = ['available', 'on_job', 'offline'] as const;
export type MechanicStatus = (typeof mechanicStatuses)[number];

export const mechanicStatusLabels: Record<MechanicStatus, string> = {
  available: 'Available',
  on_job: 'On a job',
  offline: 'Offline',
};
