interface Call {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
}

/**
 * The method and path of every call. This list is separate from the schemas, so that a screen without a form does not
 * load the validator. `call-schemas.ts` has the schemas of the same calls, and `call-access.ts` says who may make them.
 */
export const calls = {
  getBusiness: { method: 'GET', path: '/api/business' },
  getSessionUser: { method: 'GET', path: '/api/auth/user' },
  openDemoSession: { method: 'POST', path: '/api/demo/session' },
  signOut: { method: 'POST', path: '/api/logout' },
  streamEvents: { method: 'GET', path: '/api/events' },

  getSignInOptions: { method: 'GET', path: '/api/account/sign-in-options' },
  signUp: { method: 'POST', path: '/api/account/sign-up' },
  verifyEmail: { method: 'POST', path: '/api/account/verify-email' },
  resendVerification: { method: 'POST', path: '/api/account/resend-verification' },
  signIn: { method: 'POST', path: '/api/account/sign-in' },
  signInWithCode: { method: 'POST', path: '/api/account/sign-in/code' },
  requestPasswordReset: { method: 'POST', path: '/api/account/forgot-password' },
  resetPassword: { method: 'POST', path: '/api/account/reset-password' },
  getAccount: { method: 'GET', path: '/api/account' },
  changeAccount: { method: 'PATCH', path: '/api/account' },
  changeEmail: { method: 'POST', path: '/api/account/change-email' },
  cancelEmailChange: { method: 'DELETE', path: '/api/account/change-email' },
  cancelEmailChangeByLink: { method: 'POST', path: '/api/account/cancel-email-change' },
  changePassword: { method: 'POST', path: '/api/account/change-password' },
  deleteAccount: { method: 'POST', path: '/api/account/delete' },
  startTwoFactor: { method: 'POST', path: '/api/account/two-factor' },
  confirmTwoFactor: { method: 'POST', path: '/api/account/two-factor/confirm' },
  stopTwoFactor: { method: 'POST', path: '/api/account/two-factor/stop' },
  listSessions: { method: 'GET', path: '/api/account/sessions' },
  revokeSession: { method: 'POST', path: '/api/account/sessions/:id/end' },
  revokeOtherSessions: { method: 'POST', path: '/api/account/sessions/end-others' },

  setUp: { method: 'POST', path: '/api/set-up' },
  listInvitations: { method: 'GET', path: '/api/invitations' },
  invite: { method: 'POST', path: '/api/invitations' },
  resendInvitation: { method: 'POST', path: '/api/invitations/:id/resend' },
  withdrawInvitation: { method: 'DELETE', path: '/api/invitations/:id' },
  readInvitation: { method: 'POST', path: '/api/invitations/read' },
  acceptInvitation: { method: 'POST', path: '/api/invitations/accept' },
  listMails: { method: 'GET', path: '/api/mails' },
  showMail: { method: 'POST', path: '/api/mails/:id/show' },
  listAuditEntries: { method: 'GET', path: '/api/audit' },

  listAppointments: { method: 'GET', path: '/api/appointments' },
  countAppointments: { method: 'GET', path: '/api/appointments/counts' },
  getAppointment: { method: 'GET', path: '/api/appointments/:id' },
  trackAppointment: { method: 'GET', path: '/api/appointments/:id/tracking' },
  listCandidates: { method: 'GET', path: '/api/appointments/:id/candidates' },
  getAppointmentCalendar: { method: 'GET', path: '/api/appointments/:id/calendar.ics' },
  listNewTimes: { method: 'GET', path: '/api/appointments/:id/slots' },
  bookAppointment: { method: 'POST', path: '/api/appointments' },
  changeAppointment: { method: 'PATCH', path: '/api/appointments/:id' },
  getBoardDay: { method: 'GET', path: '/api/board' },
  getBoardWeek: { method: 'GET', path: '/api/board/week' },
  listPlacements: { method: 'GET', path: '/api/appointments/:id/placements' },
  placeAppointment: { method: 'POST', path: '/api/appointments/:id/placement' },
  undoPlacement: { method: 'POST', path: '/api/appointments/:id/placement/undo' },
  listSlots: { method: 'GET', path: '/api/slots' },
  listNextSlots: { method: 'GET', path: '/api/slots/next' },

  listMechanics: { method: 'GET', path: '/api/mechanics' },
  getMechanic: { method: 'GET', path: '/api/mechanics/:id' },
  changeMechanicStatus: { method: 'PATCH', path: '/api/mechanics/status' },
  reportSick: { method: 'POST', path: '/api/mechanics/:id/sick-today' },
  withdrawSick: { method: 'DELETE', path: '/api/mechanics/:id/sick-today' },
  getCover: { method: 'GET', path: '/api/mechanics/:id/cover' },
  coverJobs: { method: 'POST', path: '/api/mechanics/:id/cover' },

  getTeamWeek: { method: 'GET', path: '/api/team/week' },
  saveWeeklyHours: { method: 'POST', path: '/api/mechanics/:id/weekly-hours' },
  saveSkills: { method: 'POST', path: '/api/mechanics/:id/skills' },
  saveDayHours: { method: 'POST', path: '/api/mechanics/:id/day-hours' },
  addTimeOff: { method: 'POST', path: '/api/mechanics/:id/time-off' },
  removeTimeOff: { method: 'DELETE', path: '/api/time-off/:id' },
  listHolidays: { method: 'GET', path: '/api/holidays' },
  addHoliday: { method: 'POST', path: '/api/holidays' },
  renameHoliday: { method: 'PATCH', path: '/api/holidays/:date' },
  removeHoliday: { method: 'DELETE', path: '/api/holidays/:date' },

  listUsers: { method: 'GET', path: '/api/users' },
  getUser: { method: 'GET', path: '/api/users/:id' },
  changeRole: { method: 'POST', path: '/api/users/role' },
  changeActivation: { method: 'POST', path: '/api/users/:id/activation' },
  setWorksAsMechanic: { method: 'POST', path: '/api/users/:id/mechanic-work' },
  removeSecondFactor: { method: 'POST', path: '/api/users/:id/second-factor/remove' },

  listCustomers: { method: 'GET', path: '/api/customers' },
  createCustomer: { method: 'POST', path: '/api/customers' },
  getCustomer: { method: 'GET', path: '/api/customers/:id' },
  changeCustomer: { method: 'PATCH', path: '/api/customers/:id' },
  previewCustomerMerge: { method: 'GET', path: '/api/customers/:id/merge' },
  mergeCustomers: { method: 'POST', path: '/api/customers/:id/merge' },
  bookForNewCustomer: { method: 'POST', path: '/api/customers/bookings' },
  previewImport: { method: 'POST', path: '/api/customers/import/preview' },
  importCustomers: { method: 'POST', path: '/api/customers/import' },
  exportCustomers: { method: 'POST', path: '/api/customers/export' },
  exportVehicles: { method: 'POST', path: '/api/vehicles/export' },
  searchRecords: { method: 'GET', path: '/api/search' },

  listServices: { method: 'GET', path: '/api/services' },
  getService: { method: 'GET', path: '/api/services/:id' },
  createService: { method: 'POST', path: '/api/services' },
  createServices: { method: 'POST', path: '/api/services/several' },
  changeService: { method: 'PATCH', path: '/api/services/:id' },
  deleteService: { method: 'DELETE', path: '/api/services/:id' },

  listPlans: { method: 'GET', path: '/api/plans' },
  createPlan: { method: 'POST', path: '/api/plans' },
  changePlan: { method: 'PATCH', path: '/api/plans/:id' },
  archivePlan: { method: 'DELETE', path: '/api/plans/:id' },
  listSubscriptions: { method: 'GET', path: '/api/subscriptions' },
  joinPlan: { method: 'POST', path: '/api/subscriptions' },
  changeSubscription: { method: 'PATCH', path: '/api/subscriptions/:id' },

  suggestPlaces: { method: 'GET', path: '/api/places' },
  locateAddress: { method: 'GET', path: '/api/places/at' },
  describePosition: { method: 'GET', path: '/api/places/near' },
  getBaseMap: { method: 'GET', path: '/api/base-map' },

  listServiceAreas: { method: 'GET', path: '/api/service-areas' },
  findServiceArea: { method: 'GET', path: '/api/service-areas/answer' },
  createServiceArea: { method: 'POST', path: '/api/service-areas' },
  changeServiceArea: { method: 'PATCH', path: '/api/service-areas/:id' },
  deleteServiceArea: { method: 'DELETE', path: '/api/service-areas/:id' },

  listVehicles: { method: 'GET', path: '/api/vehicles' },
  listKnownMakes: { method: 'GET', path: '/api/vehicles/makes' },
  getVehicle: { method: 'GET', path: '/api/vehicles/:id' },
  listVehicleVisits: { method: 'GET', path: '/api/vehicles/:id/visits' },
  createVehicle: { method: 'POST', path: '/api/vehicles' },
  changeVehicle: { method: 'PATCH', path: '/api/vehicles/:id' },
  deleteVehicle: { method: 'DELETE', path: '/api/vehicles/:id' },

  listConversations: { method: 'GET', path: '/api/conversations' },
  countUnread: { method: 'GET', path: '/api/conversations/counts' },
  getConversation: { method: 'GET', path: '/api/conversations/:id' },
  listMessages: { method: 'GET', path: '/api/conversations/:id/messages' },
  sendMessage: { method: 'POST', path: '/api/conversations/:id/messages' },
  markRead: { method: 'POST', path: '/api/conversations/:id/read' },

  listPayments: { method: 'GET', path: '/api/payments' },
  summarizePayments: { method: 'GET', path: '/api/payments/summary' },
  listNotifications: { method: 'GET', path: '/api/notifications' },
  countNotifications: { method: 'GET', path: '/api/notifications/count' },
  readNotifications: { method: 'POST', path: '/api/notifications/read' },
  getNotificationPreferences: { method: 'GET', path: '/api/notifications/preferences' },
  saveNotificationPreferences: { method: 'PATCH', path: '/api/notifications/preferences' },
  getPayment: { method: 'GET', path: '/api/payments/:id' },
  getReceipt: { method: 'GET', path: '/api/payments/:id/receipt.pdf' },
  recordPayment: { method: 'POST', path: '/api/payments/:id/record' },
  failPayment: { method: 'POST', path: '/api/payments/:id/fail' },
  refundPayment: { method: 'POST', path: '/api/payments/:id/refunds' },
  getBusinessSettings: { method: 'GET', path: '/api/business/settings' },
  saveBusinessSettings: { method: 'PATCH', path: '/api/business/settings' },
  saveLogo: { method: 'PATCH', path: '/api/business/logo' },
  getSetupChecklist: { method: 'GET', path: '/api/business/setup-checklist' },
  changeSetupChecklist: { method: 'PATCH', path: '/api/business/setup-checklist' },
  getStats: { method: 'GET', path: '/api/admin/stats' },

  chat: { method: 'POST', path: '/api/chat' },
} as const satisfies Record<string, Call>;

export type CallName = keyof typeof calls;

/** Returns a call's path with its `:name` parameters replaced by escaped values. Throws if one has no value. */
export function buildPath(path: string, params: Record<string, string | number> = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`The path ${path} needs a value for ${name}.`);
    return encodeURIComponent(value);
  });
}
