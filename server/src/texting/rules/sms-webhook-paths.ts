/** The paths to which Twilio sends delivery reports and replies. */
export const smsWebhookPaths = {
  status: '/webhooks/sms/status',
  incoming: '/webhooks/sms/incoming',
} as const;
