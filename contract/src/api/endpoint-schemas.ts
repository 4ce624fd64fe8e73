import { z } from 'zod';
import {
  account,
  accountChange,
  deviceSession,
  emailChange,
  emailInput,
  reauthentication,
  passwordChange,
  passwordInput,
  passwordReset,
  sessionRevocation,
  sessionParams,
  signInInput,
  signInOptions,
  signInReply,
  signUpInput,
  tokenInput,
  twoFactorCode,
  twoFactorRemoval,
  twoFactorSetup,
} from '../accounts/schemas.ts';
import {
  appointment,
  appointmentChange,
  appointmentCountQuery,
  appointmentCounts,
  appointmentDetails,
  appointmentQuery,
  bookingInput,
  newCustomerBooking,
  candidate,
} from '../appointments/schemas.ts';
import * as links from '../appointment-links/schemas.ts';
import * as visitors from '../appointments/visitor-booking-schemas.ts';
import * as board from '../appointments/board-schemas.ts';
import { coverageProposals, coverageInput } from '../appointments/coverage-schemas.ts';
import { auditEntry, auditQuery } from '../audit/schemas.ts';
import {
  business,
  businessSettings,
  businessSettingsInput,
  logoInput,
  setupChecklist,
  setupChecklistChange,
  stats,
} from '../business/schemas.ts';
import { calendarFeed, calendarFeedInput, newCalendarFeed } from '../calendar-feeds/schemas.ts';
import type { EndpointName } from './endpoints.ts';
import { baseMap } from '../maps/schemas.ts';
import * as push from '../push/schemas.ts';
import {
  reverseGeocodeQuery,
  locateAddressQuery,
  locateAddressReply,
  placeSuggestion,
  suggestPlacesQuery,
  suggestPlacesReply,
} from '../places/schemas.ts';
import {
  conversation,
  conversationParams,
  conversationQuery,
  message,
  messageInput,
  messageQuery,
  markReadInput,
  unreadCounts,
} from '../conversations/schemas.ts';
import { chatInput, chatReply } from '../assistant/schemas.ts';
import { rowIdText, userId } from '../fields/schemas.ts';
import {
  invitation,
  invitationAcceptance,
  invitationInput,
  invitationDetails,
  setUpInput,
} from '../people/invitation-schemas.ts';
import {
  customer,
  customerChange,
  customerInput,
  customerQuery,
  customerRecord,
  foundRecords,
  recordSearch,
} from '../customers/schemas.ts';
import { mergeInput, mergePreview, mergeQuery } from '../customers/merge-schemas.ts';
import { importBatch, importedBatch, importPreview } from '../customer-files/schemas.ts';
import { mail, mailQuery, mailText } from '../mail/schemas.ts';
import {
  configuredChannels,
  messagePreview,
  messagePreviewInput,
  messageTemplate,
  messageTemplateInput,
  messageTemplateParams,
  messageLogEntry,
  messageLogQuery,
} from '../messaging/schemas.ts';
import {
  customerSmsConsentStatus,
  ownSmsConsentStatus,
  verbalConsentInput,
  textingCodeInput,
  textingCodeRequest,
} from '../texting/schemas.ts';
import {
  notification,
  notificationCount,
  notificationPreferences,
  notificationQuery,
  markNotificationsReadInput,
} from '../notifications/schemas.ts';
import {
  payment,
  paymentDetail,
  paymentQuery,
  recordPaymentInput,
  paymentSummary,
  refundInput,
} from '../payments/schemas.ts';
import {
  demoSignIn,
  mechanic,
  mechanicStatusChange,
  worksAsMechanicChange,
  mechanicSummary,
  roleChange,
  sessionUser,
  activationChange,
  user,
  userQuery,
} from '../people/schemas.ts';
import { plan, planInput } from '../plans/schemas.ts';
import {
  serviceAreaReply,
  serviceAreaQuery,
  serviceArea,
  serviceAreaInput,
} from '../service-areas/schemas.ts';
import {
  reviewReplyInput,
  hideReviewInput,
  listedReview,
  publicReview,
  publicReviewQuery,
  review,
  reviewInput,
  reviewQuery,
  reviewSummary,
  reviewSummaryQuery,
} from '../reviews/schemas.ts';
import { service, serviceChange, serviceInput, servicesInput } from '../services/schemas.ts';
import {
  landingPage,
  sitePage,
  sitePageParams,
  siteWording,
  siteWordingInput,
} from '../site/schemas.ts';
import { newTimeQuery, nextSlot, nextSlotQuery, slot, slotQuery } from '../scheduling/schemas.ts';
import { tracking } from '../tracking/schemas.ts';
import {
  subscription,
  subscriptionChange,
  subscriptionInput,
  subscriptionQuery,
} from '../plans/subscription-schemas.ts';
import {
  knownMake,
  vehicle,
  vehicleChange,
  vehicleInput,
  visit,
  visitQuery,
} from '../vehicles/schemas.ts';
import {
  dayHoursInput,
  holidayChange,
  holidayInput,
  holidayList,
  holidayParams,
  skillsInput,
  teamWeek,
  teamWeekQuery,
  timeOffInput,
  weeklyHoursInput,
  workingTimeReply,
} from '../working-time/schemas.ts';

interface EndpointSchemas {
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** The body of a successful response; `null` if there is none (204), or if it isn't JSON. */
  readonly reply: z.ZodType | null;
}

const rowParams = z.object({ id: rowIdText });
const userParams = z.object({ id: userId() });

/** The input and reply of each endpoint. The server parses input with these; the web client only uses their types. */
export const endpointSchemas = {
  getBusiness: { reply: business },
  getSessionUser: { reply: sessionUser },
  openDemoSession: { body: demoSignIn, reply: sessionUser },
  signOut: { reply: null },
  streamEvents: {
    query: z.object({
      after: z
        .string()
        .regex(/^\d{1,15}$/)
        .optional(),
    }),
    reply: null,
  },

  getSignInOptions: { reply: signInOptions },
  signUp: { body: signUpInput, reply: null },
  verifyEmail: { body: tokenInput, reply: null },
  unsubscribe: { body: tokenInput, reply: null },
  resendVerification: { body: emailInput, reply: null },
  signIn: { body: signInInput, reply: signInReply },
  signInWithCode: { body: twoFactorCode, reply: null },
  requestPasswordReset: { body: emailInput, reply: null },
  resetPassword: { body: passwordReset, reply: null },
  getAccount: { reply: account },
  changeAccount: { body: accountChange, reply: account },
  changeEmail: { body: emailChange, reply: null },
  cancelEmailChange: { reply: null },
  cancelEmailChangeByLink: { body: tokenInput, reply: null },
  changePassword: { body: passwordChange, reply: null },
  deleteAccount: { body: reauthentication, reply: null },
  setUpTwoFactor: { body: passwordInput, reply: twoFactorSetup },
  confirmTwoFactor: { body: twoFactorCode, reply: account },
  disableTwoFactor: { body: twoFactorRemoval, reply: account },
  listSessions: { reply: z.array(deviceSession) },
  revokeSession: { params: sessionParams, body: sessionRevocation, reply: null },
  revokeOtherSessions: { body: sessionRevocation, reply: null },

  setUp: { body: setUpInput, reply: sessionUser },
  listInvitations: { reply: z.array(invitation) },
  invite: { body: invitationInput, reply: invitation },
  resendInvitation: { params: rowParams, reply: invitation },
  withdrawInvitation: { params: rowParams, reply: null },
  readInvitation: { body: tokenInput, reply: invitationDetails },
  acceptInvitation: { body: invitationAcceptance, reply: null },
  listAccountEmails: { query: mailQuery, reply: z.array(mail) },
  showAccountEmail: { params: rowParams, reply: mailText },
  listAuditEntries: { query: auditQuery, reply: z.array(auditEntry) },

  listMessageTemplates: { reply: z.array(messageTemplate) },
  saveMessageTemplate: {
    params: messageTemplateParams,
    body: messageTemplateInput,
    reply: messageTemplate,
  },
  previewMessageTemplate: {
    params: messageTemplateParams,
    body: messagePreviewInput,
    reply: messagePreview,
  },
  getMessageChannels: { reply: configuredChannels },
  listMessageLog: { query: messageLogQuery, reply: z.array(messageLogEntry) },

  listAppointments: { query: appointmentQuery, reply: z.array(appointment) },
  countAppointments: { query: appointmentCountQuery, reply: appointmentCounts },
  getAppointment: { params: rowParams, reply: appointmentDetails },
  trackAppointment: { params: rowParams, reply: tracking },
  listCandidates: { params: rowParams, reply: z.array(candidate) },
  getAppointmentCalendar: { params: rowParams, reply: null },
  listRescheduleTimes: { params: rowParams, query: newTimeQuery, reply: z.array(slot) },
  bookAppointment: { body: bookingInput, reply: appointment },
  sendVerificationCode: {
    body: visitors.verificationCodeRequest,
    reply: visitors.verificationCodeReply,
  },
  bookAsVisitor: { body: visitors.visitorBooking, reply: visitors.visitorBookingReply },
  changeAppointment: { params: rowParams, body: appointmentChange, reply: appointment },
  getBoardDay: { query: board.boardQuery, reply: board.boardDay },
  getBoardWeek: { query: board.boardQuery, reply: board.boardWeek },
  listPlacements: { params: rowParams, query: board.boardQuery, reply: board.placements },
  placeAppointment: { params: rowParams, body: board.placementInput, reply: board.placementResult },
  undoPlacement: { params: rowParams, body: board.undoInput, reply: appointment },
  listSlots: { query: slotQuery, reply: z.array(slot) },
  listNextSlots: { query: nextSlotQuery, reply: z.array(nextSlot) },

  shareLink: { params: rowParams, reply: links.sharedLink },
  renewLink: { params: rowParams, reply: links.sharedLink },
  revokeLink: { params: rowParams, reply: null },
  readByLink: { body: links.linkInput, reply: links.linkedAppointment },
  trackByLink: { body: links.linkInput, reply: links.linkedTracking },
  listRescheduleTimesByLink: { body: links.linkTimesInput, reply: z.array(slot) },
  // The replies are files.
  getCalendarByLink: { body: links.linkInput, reply: null },
  getReceiptByLink: { body: links.linkInput, reply: null },
  rescheduleByLink: { body: links.linkRescheduleInput, reply: links.linkedAppointment },
  cancelByLink: { body: links.linkCancellation, reply: links.linkedAppointment },
  reviewByLink: { body: links.linkReview, reply: links.linkedAppointment },
  sendMessageByLink: { body: links.linkMessage, reply: null },
  renewOwnLink: { body: links.linkInput, reply: null },
  revokeOwnLink: { body: links.linkInput, reply: null },

  listMechanics: { reply: z.array(mechanic) },
  getMechanic: { params: userParams, reply: mechanicSummary.extend(mechanic.partial().shape) },
  changeMechanicStatus: { body: mechanicStatusChange, reply: mechanic },
  reportSick: { params: userParams, reply: mechanic },
  withdrawSickReport: { params: userParams, reply: mechanic },
  getCoverageProposals: { params: userParams, reply: coverageProposals },
  coverJobs: { params: userParams, body: coverageInput, reply: null },

  getTeamWeek: { query: teamWeekQuery, reply: teamWeek },
  saveWeeklyHours: { params: userParams, body: weeklyHoursInput, reply: workingTimeReply },
  saveSkills: { params: userParams, body: skillsInput, reply: workingTimeReply },
  saveDayHours: { params: userParams, body: dayHoursInput, reply: workingTimeReply },
  addTimeOff: { params: userParams, body: timeOffInput, reply: workingTimeReply },
  removeTimeOff: { params: rowParams, reply: null },
  listHolidays: { reply: holidayList },
  addHoliday: { body: holidayInput, reply: workingTimeReply },
  renameHoliday: { params: holidayParams, body: holidayChange, reply: null },
  removeHoliday: { params: holidayParams, reply: null },

  listUsers: { query: userQuery, reply: z.array(user) },
  getUser: { params: userParams, reply: user },
  changeRole: { body: roleChange, reply: user },
  changeActivation: { params: userParams, body: activationChange, reply: user },
  setWorksAsMechanic: { params: userParams, body: worksAsMechanicChange, reply: user },
  removeSecondFactor: { params: userParams, body: reauthentication, reply: user },

  listCustomers: { query: customerQuery, reply: z.array(customer) },
  createCustomer: { body: customerInput, reply: customerRecord },
  getCustomer: { params: userParams, reply: customerRecord },
  changeCustomer: { params: userParams, body: customerChange, reply: customerRecord },
  previewCustomerMerge: { params: userParams, query: mergeQuery, reply: mergePreview },
  mergeCustomers: { params: userParams, body: mergeInput, reply: customerRecord },
  // The body is the file itself.
  previewImport: { reply: importPreview },
  importCustomers: { body: importBatch, reply: importedBatch },
  // The replies are files.
  exportCustomers: { reply: null },
  exportVehicles: { reply: null },
  bookForNewCustomer: { body: newCustomerBooking, reply: appointment },
  searchRecords: { query: recordSearch, reply: foundRecords },

  listServices: { reply: z.array(service) },
  getService: { params: rowParams, reply: service },
  createService: { body: serviceInput, reply: service },
  createServices: { body: servicesInput, reply: z.array(service) },
  changeService: { params: rowParams, body: serviceChange, reply: service },
  deleteService: { params: rowParams, reply: null },

  listPlans: { reply: z.array(plan) },
  createPlan: { body: planInput, reply: plan },
  changePlan: { params: rowParams, body: planInput, reply: plan },
  archivePlan: { params: rowParams, reply: null },
  listSubscriptions: { query: subscriptionQuery, reply: z.array(subscription) },
  joinPlan: { body: subscriptionInput, reply: subscription },
  changeSubscription: { params: rowParams, body: subscriptionChange, reply: null },

  suggestPlaces: { query: suggestPlacesQuery, reply: suggestPlacesReply },
  locateAddress: { query: locateAddressQuery, reply: locateAddressReply },
  reverseGeocode: { query: reverseGeocodeQuery, reply: placeSuggestion },
  getBaseMap: { reply: baseMap },

  listServiceAreas: { reply: z.array(serviceArea) },
  findServiceArea: { query: serviceAreaQuery, reply: serviceAreaReply },
  createServiceArea: { body: serviceAreaInput, reply: serviceArea },
  changeServiceArea: { params: rowParams, body: serviceAreaInput, reply: serviceArea },
  deleteServiceArea: { params: rowParams, reply: null },

  listVehicles: { query: z.object({ customerId: userId().optional() }), reply: z.array(vehicle) },
  listKnownMakes: { reply: z.array(knownMake) },
  getVehicle: { params: rowParams, reply: vehicle },
  listVehicleVisits: { params: rowParams, query: visitQuery, reply: z.array(visit) },
  createVehicle: { body: vehicleInput, reply: vehicle },
  changeVehicle: { params: rowParams, body: vehicleChange, reply: vehicle },
  deleteVehicle: { params: rowParams, reply: null },

  listConversations: { query: conversationQuery, reply: z.array(conversation) },
  countUnread: { reply: unreadCounts },
  getConversation: { params: conversationParams, reply: conversation },
  listMessages: { params: conversationParams, query: messageQuery, reply: z.array(message) },
  sendMessage: { params: conversationParams, body: messageInput, reply: message },
  markRead: { params: conversationParams, body: markReadInput, reply: null },

  listPublicReviews: { query: publicReviewQuery, reply: z.array(publicReview) },
  summarizePublicReviews: { reply: reviewSummary },
  listReviews: { query: reviewQuery, reply: z.array(listedReview) },
  summarizeReviews: { query: reviewSummaryQuery, reply: reviewSummary },
  writeReview: { params: rowParams, body: reviewInput, reply: review },
  replyToReview: { params: rowParams, body: reviewReplyInput, reply: review },
  hideReview: { params: rowParams, body: hideReviewInput, reply: review },
  unhideReview: { params: rowParams, reply: review },

  listPayments: { query: paymentQuery, reply: z.array(payment) },
  summarizePayments: { reply: paymentSummary },
  listNotifications: { query: notificationQuery, reply: z.array(notification) },
  countNotifications: { reply: notificationCount },
  markNotificationsRead: { body: markNotificationsReadInput, reply: null },
  getNotificationPreferences: { reply: notificationPreferences },
  saveNotificationPreferences: { body: notificationPreferences, reply: notificationPreferences },
  getOwnSmsConsent: { reply: ownSmsConsentStatus },
  sendTextingCode: { body: textingCodeRequest, reply: null },
  confirmTextingCode: { body: textingCodeInput, reply: ownSmsConsentStatus },
  optOutOfSms: { reply: ownSmsConsentStatus },
  getCustomerSmsConsent: { params: userParams, reply: customerSmsConsentStatus },
  recordVerbalConsent: {
    params: userParams,
    body: verbalConsentInput,
    reply: customerSmsConsentStatus,
  },
  optCustomerOutOfSms: { params: userParams, reply: customerSmsConsentStatus },
  getPushKey: { reply: push.pushKey },
  listPushSubscriptions: { reply: z.array(push.pushSubscription) },
  subscribeToPush: { body: push.pushSubscriptionInput, reply: push.pushSubscription },
  unsubscribeFromPush: { params: rowParams, reply: null },
  listCalendarFeeds: { reply: z.array(calendarFeed) },
  createCalendarFeed: { body: calendarFeedInput, reply: newCalendarFeed },
  endCalendarFeed: { params: rowParams, reply: null },
  getPayment: { params: rowParams, reply: paymentDetail },
  // Returns the document itself.
  getReceipt: { params: rowParams, reply: null },
  recordPayment: { params: rowParams, body: recordPaymentInput, reply: paymentDetail },
  failPayment: { params: rowParams, reply: paymentDetail },
  refundPayment: { params: rowParams, body: refundInput, reply: paymentDetail },
  getBusinessSettings: { reply: businessSettings },
  saveBusinessSettings: { body: businessSettingsInput, reply: businessSettings },
  saveLogo: { body: logoInput, reply: business },
  getSetupChecklist: { reply: setupChecklist },
  changeSetupChecklist: { body: setupChecklistChange, reply: setupChecklist },
  getSiteWording: { reply: siteWording },
  saveSiteWording: { body: siteWordingInput, reply: siteWording },
  getLandingPage: { reply: landingPage },
  getSitePage: { params: sitePageParams, reply: sitePage },
  getStats: { reply: stats },

  chat: { body: chatInput, reply: chatReply },
} as const satisfies Record<EndpointName, EndpointSchemas>;

type Schemas = typeof endpointSchemas;
type Part<Name extends EndpointName, Key extends keyof EndpointSchemas> =
  Schemas[Name] extends Record<Key, infer Schema> ? Schema : undefined;

/** The value a client sends for one part of a request; undefined if the endpoint has no such part. */
export type EndpointInput<Name extends EndpointName, Key extends 'params' | 'query' | 'body'> =
  Part<Name, Key> extends z.ZodType ? z.input<Part<Name, Key>> : undefined;

/** The value a request handler gets after parsing. */
export type EndpointOutput<Name extends EndpointName, Key extends 'params' | 'query' | 'body'> =
  Part<Name, Key> extends z.ZodType ? z.output<Part<Name, Key>> : undefined;

/** The body of a successful response. */
export type EndpointReply<Name extends EndpointName> =
  Part<Name, 'reply'> extends z.ZodType ? z.output<Part<Name, 'reply'>> : null;
