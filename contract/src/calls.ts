import type { AccessRow } from './access.ts';

interface Call {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly access: AccessRow;
}

/**
 * Every call of the server: its method, its path and its row in the access table. Plain data
 * without schemas, so that a screen which only reads carries no validator to the browser; the
 * schemas stand under the same names in `call-schemas.ts`.
 */
export const calls = {
  getBusiness: { method: 'GET', path: '/api/business', access: 'public' },
  getSessionUser: { method: 'GET', path: '/api/auth/user', access: 'session.read' },
  openDemoSession: { method: 'POST', path: '/api/demo/session', access: 'public' },
  signOut: { method: 'POST', path: '/api/logout', access: 'public' },
  streamEvents: { method: 'GET', path: '/api/events', access: 'events.read' },

  getSignInOptions: { method: 'GET', path: '/api/account/sign-in-options', access: 'public' },
  signUp: { method: 'POST', path: '/api/account/sign-up', access: 'public' },
  verifyEmail: { method: 'POST', path: '/api/account/verify-email', access: 'public' },
  resendVerification: {
    method: 'POST',
    path: '/api/account/resend-verification',
    access: 'public',
  },
  signIn: { method: 'POST', path: '/api/account/sign-in', access: 'public' },
  signInWithCode: { method: 'POST', path: '/api/account/sign-in/code', access: 'public' },
  requestPasswordReset: { method: 'POST', path: '/api/account/forgot-password', access: 'public' },
  resetPassword: { method: 'POST', path: '/api/account/reset-password', access: 'public' },
  getAccount: { method: 'GET', path: '/api/account', access: 'account' },
  changeAccount: { method: 'PATCH', path: '/api/account', access: 'account' },
  changeEmail: { method: 'POST', path: '/api/account/change-email', access: 'account' },
  changePassword: { method: 'POST', path: '/api/account/change-password', access: 'account' },
  deleteAccount: { method: 'POST', path: '/api/account/delete', access: 'account' },
  startTwoFactor: { method: 'POST', path: '/api/account/two-factor', access: 'account' },
  confirmTwoFactor: { method: 'POST', path: '/api/account/two-factor/confirm', access: 'account' },
  stopTwoFactor: { method: 'POST', path: '/api/account/two-factor/stop', access: 'account' },
  listSessions: { method: 'GET', path: '/api/account/sessions', access: 'account' },
  revokeSession: { method: 'POST', path: '/api/account/sessions/:id/end', access: 'account' },
  revokeOtherSessions: {
    method: 'POST',
    path: '/api/account/sessions/end-others',
    access: 'account',
  },

  setUp: { method: 'POST', path: '/api/set-up', access: 'public' },
  listInvitations: { method: 'GET', path: '/api/invitations', access: 'people' },
  invite: { method: 'POST', path: '/api/invitations', access: 'people' },
  resendInvitation: { method: 'POST', path: '/api/invitations/:id/resend', access: 'people' },
  withdrawInvitation: { method: 'DELETE', path: '/api/invitations/:id', access: 'people' },
  readInvitation: { method: 'POST', path: '/api/invitations/read', access: 'public' },
  acceptInvitation: { method: 'POST', path: '/api/invitations/accept', access: 'public' },
  listMails: { method: 'GET', path: '/api/mails', access: 'mails.read' },
  listAuditEntries: { method: 'GET', path: '/api/audit', access: 'audit.read' },

  listAppointments: { method: 'GET', path: '/api/appointments', access: 'appointments.read' },
  countAppointments: {
    method: 'GET',
    path: '/api/appointments/counts',
    access: 'appointments.read',
  },
  getAppointment: { method: 'GET', path: '/api/appointments/:id', access: 'appointments.read' },
  trackAppointment: {
    method: 'GET',
    path: '/api/appointments/:id/tracking',
    access: 'appointments.read',
  },
  listCandidates: {
    method: 'GET',
    path: '/api/appointments/:id/candidates',
    access: 'appointments.dispatch',
  },
  listNewTimes: {
    method: 'GET',
    path: '/api/appointments/:id/slots',
    access: 'appointments.change',
  },
  bookAppointment: { method: 'POST', path: '/api/appointments', access: 'appointments.create' },
  changeAppointment: {
    method: 'PATCH',
    path: '/api/appointments/:id',
    access: 'appointments.change',
  },
  listSlots: { method: 'GET', path: '/api/slots', access: 'slots.read' },

  listMechanics: { method: 'GET', path: '/api/mechanics', access: 'mechanics.list' },
  getMechanic: { method: 'GET', path: '/api/mechanics/:id', access: 'mechanics.read' },
  changeMechanicStatus: {
    method: 'PATCH',
    path: '/api/mechanics/status',
    access: 'mechanics.status',
  },

  listUsers: { method: 'GET', path: '/api/users', access: 'users.list' },
  getUser: { method: 'GET', path: '/api/users/:id', access: 'users.read' },
  changeRole: { method: 'POST', path: '/api/users/role', access: 'users.role' },
  changeStanding: { method: 'POST', path: '/api/users/:id/standing', access: 'people' },
  changeMechanicWork: { method: 'POST', path: '/api/users/:id/mechanic-work', access: 'people' },
  removeSecondFactor: {
    method: 'POST',
    path: '/api/users/:id/second-factor/remove',
    access: 'people',
  },

  listServices: { method: 'GET', path: '/api/services', access: 'services.read' },
  getService: { method: 'GET', path: '/api/services/:id', access: 'services.read' },
  createService: { method: 'POST', path: '/api/services', access: 'services.write' },
  changeService: { method: 'PATCH', path: '/api/services/:id', access: 'services.write' },
  deleteService: { method: 'DELETE', path: '/api/services/:id', access: 'services.write' },

  listPlans: { method: 'GET', path: '/api/plans', access: 'plans.read' },
  createPlan: { method: 'POST', path: '/api/plans', access: 'plans.write' },
  changePlan: { method: 'PATCH', path: '/api/plans/:id', access: 'plans.write' },
  archivePlan: { method: 'DELETE', path: '/api/plans/:id', access: 'plans.write' },
  listSubscriptions: { method: 'GET', path: '/api/subscriptions', access: 'subscriptions.read' },
  joinPlan: { method: 'POST', path: '/api/subscriptions', access: 'subscriptions.write' },
  changeSubscription: {
    method: 'PATCH',
    path: '/api/subscriptions/:id',
    access: 'subscriptions.write',
  },

  listServiceAreas: { method: 'GET', path: '/api/service-areas', access: 'areas.read' },
  findServiceArea: { method: 'GET', path: '/api/service-areas/answer', access: 'areas.read' },
  createServiceArea: { method: 'POST', path: '/api/service-areas', access: 'areas.write' },
  changeServiceArea: { method: 'PATCH', path: '/api/service-areas/:id', access: 'areas.write' },
  deleteServiceArea: { method: 'DELETE', path: '/api/service-areas/:id', access: 'areas.write' },

  listVehicles: { method: 'GET', path: '/api/vehicles', access: 'vehicles.read' },
  getVehicle: { method: 'GET', path: '/api/vehicles/:id', access: 'vehicles.read' },
  createVehicle: { method: 'POST', path: '/api/vehicles', access: 'vehicles.write' },
  changeVehicle: { method: 'PATCH', path: '/api/vehicles/:id', access: 'vehicles.write' },
  deleteVehicle: { method: 'DELETE', path: '/api/vehicles/:id', access: 'vehicles.write' },

  listConversations: { method: 'GET', path: '/api/conversations', access: 'conversations' },
  countUnread: { method: 'GET', path: '/api/conversations/counts', access: 'conversations' },
  getConversation: { method: 'GET', path: '/api/conversations/:id', access: 'conversations' },
  listMessages: {
    method: 'GET',
    path: '/api/conversations/:id/messages',
    access: 'conversations',
  },
  sendMessage: {
    method: 'POST',
    path: '/api/conversations/:id/messages',
    access: 'conversations',
  },
  markRead: { method: 'POST', path: '/api/conversations/:id/read', access: 'conversations' },

  listPayments: { method: 'GET', path: '/api/payments', access: 'payments.read' },
  summarisePayments: { method: 'GET', path: '/api/payments/summary', access: 'payments.read' },
  listNotifications: { method: 'GET', path: '/api/notifications', access: 'notifications' },
  countNotifications: { method: 'GET', path: '/api/notifications/count', access: 'notifications' },
  readNotifications: { method: 'POST', path: '/api/notifications/read', access: 'notifications' },
  getNotificationPreferences: {
    method: 'GET',
    path: '/api/notifications/preferences',
    access: 'notifications',
  },
  saveNotificationPreferences: {
    method: 'PATCH',
    path: '/api/notifications/preferences',
    access: 'notifications',
  },
  getPayment: { method: 'GET', path: '/api/payments/:id', access: 'payments.read' },
  getReceipt: { method: 'GET', path: '/api/payments/:id/receipt.pdf', access: 'payments.read' },
  recordPayment: { method: 'POST', path: '/api/payments/:id/record', access: 'payments.record' },
  failPayment: { method: 'POST', path: '/api/payments/:id/fail', access: 'payments.reverse' },
  refundPayment: { method: 'POST', path: '/api/payments/:id/refunds', access: 'payments.reverse' },
  getStats: { method: 'GET', path: '/api/admin/stats', access: 'stats.read' },

  chat: { method: 'POST', path: '/api/chat', access: 'chat' },
} as const satisfies Record<string, Call>;

export type CallName = keyof typeof calls;

/** The path of a call with its `:name` parts filled in and escaped. */
export function pathOf(path: string, params: Record<string, string | number> = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`The path ${path} needs a value for ${name}.`);
    return encodeURIComponent(value);
  });
}
