/** The paths at which Twilio reports on messages and delivers replies. */
export const smsWebhookPaths = {
  status: '/webhooks/sms/status',
  incoming: '/webhooks/sms/incoming',
} as const;
