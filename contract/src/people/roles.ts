/** The four roles of a signed-in person. */
export const roles = ['customer', 'mechanic', 'service_advisor', 'admin'] as const;
export type Role = (typeof roles)[number];

/** The roles of staff, who join by invitation. */
export const staffRoles = ['mechanic', 'service_advisor', 'admin'] as const satisfies Role[];

/** Display names of the roles. */
export const roleLabels: Record<Role, string> = {
  customer: 'Customer',
  mechanic: 'Mechanic',
  service_advisor: 'Service Advisor',
  admin: 'Admin',
};

/** Returns whether this role belongs to the office, which sees every appointment and assigns mechanics. */
export function isOfficeRole(role: Role): boolean {
  return role === 'service_advisor' || role === 'admin';
}

/** Whether a mechanic can take jobs. `on_job` is derived from a job in progress and never set directly. */
export const mechanicStatuses = ['available', 'on_job', 'offline'] as const;
export type MechanicStatus = (typeof mechanicStatuses)[number];

export const mechanicStatusLabels: Record<MechanicStatus, string> = {
  available: 'Available',
  on_job: 'On a job',
  offline: 'Offline',
};
