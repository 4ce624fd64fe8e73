import { email, push, sms } from './message-templates.ts';

const details = `Service: {{services}}
When: {{when}}
Where: {{address}}
Vehicle: {{vehicle}}
Mechanic: {{mechanic}}
Appointment: {{number}}`;

const bookedDetails = `Service: {{services}}
When: {{when}}
Where: {{address}}
Vehicle: {{vehicle}}
Appointment: {{number}}`;

const manageAppointment = `{{changeByPhone}}

{{linkActions}} (no account needed):

{{link}}`;

const closing = `Questions? Call us at {{phone}}.

{{business}}`;

/** The default templates of messages to customers. */
export const customerTemplates = {
  office_reply: {
    email: email(
      'A message from {{business}}',
      'Hi {{firstName}},',
      '{{sender}} from {{business}} wrote:',
      '{{message}}',
      'Reply about appointment {{number}} here (no account needed):',
      '{{link}}',
      closing,
    ),
    sms: sms('{{business}}: {{message}}', 'Reply to this text, or here: {{link}}'),
  },
  texted_cancel: {
    email: email(
      'Your appointment on {{day}} is still booked',
      'Hi {{firstName}},',
      "Your appointment is still booked: we can't cancel appointments by text. (Replying CANCEL also turns off texts from us.)",
      bookedDetails,
      manageAppointment,
      closing,
    ),
    sms: sms(
      "{{business}}: we can't cancel by text, so your appointment on {{when}} is still booked.",
      '{{changeByPhone}}',
      '{{linkActions}}: {{link}}',
    ),
  },
  booking_code: {
    email: email(
      'Your {{business}} verification code',
      'Hello,',
      'Your verification code is {{code}}. Enter it on our website to finish booking your appointment.',
      "It expires in {{minutes}} minutes. Don't share it. If you didn't request it, you can ignore this email. Nothing has been booked.",
      '{{business}}',
    ),
  },
  new_link: {
    email: email(
      'New link for your appointment on {{day}}',
      'Hi {{firstName}},',
      'Here is the new link for your appointment with {{business}} on {{day}}:',
      '{{link}}',
      'Your old link no longer works. Anyone with the new link can view and change this appointment, so keep it private.',
      closing,
    ),
  },
  booked: {
    email: email(
      'We received your booking for {{day}} at {{time}}',
      'Hi {{firstName}},',
      "Thank you for booking with {{business}}. We'll let you know as soon as your mechanic is assigned.",
      bookedDetails,
      manageAppointment,
      closing,
    ),
    push: push('Booking received', '{{services}}\n{{when}}'),
  },
  confirmed: {
    email: email(
      'Your appointment on {{day}} is confirmed',
      'Hi {{firstName}},',
      "Your mechanic has been assigned, and you're all set.",
      details,
      manageAppointment,
      closing,
    ),
    sms: sms(
      '{{business}}: your appointment is confirmed for {{when}}.',
      'Mechanic: {{mechanic}}',
      '{{changeByPhone}}',
      '{{linkActions}}: {{link}}',
      'Reply STOP to opt out.',
    ),
    push: push('Appointment confirmed', '{{when}}\nMechanic: {{mechanic}}'),
  },
  reassigned: {
    email: email(
      'You have a new mechanic for {{day}}',
      'Hi {{firstName}},',
      'A different mechanic is coming to your appointment. The time stays the same.',
      details,
      manageAppointment,
      closing,
    ),
    push: push('Your mechanic has changed', '{{when}}\nMechanic: {{mechanic}}'),
  },
  moved: {
    email: email(
      'Your appointment is now on {{day}} at {{time}}',
      'Hi {{firstName}},',
      "Your appointment has a new time. If it doesn't work for you, please let us know.",
      details,
      manageAppointment,
      closing,
    ),
    sms: sms(
      '{{business}}: your appointment is now on {{when}}.',
      '{{changeByPhone}}',
      '{{linkActions}}: {{link}}',
    ),
    push: push('Appointment rescheduled', 'New time: {{when}}'),
  },
  cancelled: {
    email: email(
      'Your appointment on {{day}} is canceled',
      'Hi {{firstName}},',
      "Your appointment has been canceled. You don't need to do anything else.",
      `Service: {{services}}
When: {{when}}
Appointment: {{number}}
Reason: {{reason}}`,
      'Need another time? Book again from your appointment page:',
      '{{link}}',
      closing,
    ),
    sms: sms(
      '{{business}}: your appointment on {{when}} is canceled.',
      'Questions? Call {{phone}}.',
    ),
    push: push('Appointment canceled', '{{services}}\n{{when}}'),
  },
  reminder_day: {
    email: email(
      'Reminder: your appointment on {{day}} at {{time}}',
      'Hi {{firstName}},',
      'We look forward to seeing you. Please make sure we can get to your vehicle and that you have the keys handy.',
      details,
      manageAppointment,
      closing,
    ),
    sms: sms(
      '{{business}}: this is a reminder of your appointment on {{when}}.',
      '{{changeByPhone}}',
      '{{linkActions}}: {{link}}',
    ),
    push: push('Your appointment is coming up', '{{services}}\n{{when}}'),
  },
  reminder_hours: {
    email: email(
      'Your appointment is today at {{time}}',
      'Hi {{firstName}},',
      "Your appointment is coming up. We'll let you know when your mechanic is on the way.",
      details,
      'View your appointment:',
      '{{link}}',
      closing,
    ),
    sms: sms(
      '{{business}}: your appointment is today at {{time}}.',
      'Mechanic: {{mechanic}}',
      'Your appointment: {{link}}',
    ),
    push: push('See you at {{time}}', '{{services}}\nMechanic: {{mechanic}}'),
  },
  on_the_way: {
    email: email(
      'Your mechanic is on the way',
      'Hi {{firstName}},',
      'Your mechanic is on the way to you.',
      `Mechanic: {{mechanic}}
Expected arrival: {{arrival}}
Where: {{address}}
Vehicle: {{vehicle}}`,
      'Track your mechanic on the map:',
      '{{link}}',
      closing,
    ),
    sms: sms(
      '{{business}}: your mechanic is on the way.',
      'Mechanic: {{mechanic}}',
      'Expected arrival: {{arrival}}',
      'Track your mechanic: {{link}}',
    ),
    push: push(
      'Your mechanic is on the way',
      'Mechanic: {{mechanic}}\nExpected arrival: {{arrival}}',
    ),
  },
  arrived: {
    email: email(
      'Your mechanic is here',
      'Hi {{firstName}},',
      'Your mechanic has arrived.',
      `Mechanic: {{mechanic}}
Where: {{address}}
Vehicle: {{vehicle}}`,
      'View your appointment:',
      '{{link}}',
      closing,
    ),
    sms: sms(
      '{{business}}: your mechanic has arrived.',
      'Mechanic: {{mechanic}}',
      'Your appointment: {{link}}',
    ),
    push: push('Your mechanic is here', 'Mechanic: {{mechanic}}\nVehicle: {{vehicle}}'),
  },
  finished: {
    email: email(
      'Your {{document}} from {{business}}',
      'Hi {{firstName}},',
      'The work is done. Thank you for your business!',
      `Service: {{services}}
Date: {{day}}
Vehicle: {{vehicle}}
Mechanic: {{mechanic}}
Appointment: {{number}}
Total: {{amount}}`,
      'View or print your {{document}} (no account needed):',
      '{{link}}',
      closing,
    ),
    push: push('The work is done', '{{services}}\nTotal: {{amount}}'),
  },
  payment_received: {
    email: email(
      'Your {{document}} from {{business}}',
      'Hi {{firstName}},',
      'We received your payment. Thank you!',
      `Service: {{services}}
Date: {{day}}
Vehicle: {{vehicle}}
Appointment: {{number}}
Total: {{amount}}`,
      'View or print your {{document}} (no account needed):',
      '{{link}}',
      closing,
    ),
    push: push('We received your payment', '{{services}}\nTotal: {{amount}}'),
  },
  review_request: {
    email: email(
      'How did we do?',
      'Hi {{firstName}},',
      'Thank you for choosing {{business}}. Would you take a minute to tell us how it went? Your review helps us and your neighbors.',
      `Service: {{services}}
Date: {{day}}
Mechanic: {{mechanic}}`,
      '{{link}}',
      '{{business}}',
    ),
    push: push('How did we do?', 'Tap to rate your appointment.\n{{services}}'),
  },
} as const;
