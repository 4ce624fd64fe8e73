import { email, push } from './message-templates.ts';

const jobDetails = `Job: {{number}}, {{services}}
When: {{when}}
Customer: {{customer}}
Where: {{address}}
Vehicle: {{vehicle}}`;

const openJob = `Open the job:

{{link}}`;

const openAppointment = `Open the appointment:

{{link}}`;

/** The default templates of messages to mechanics. */
export const mechanicTemplates = {
  job_assigned: {
    email: email(
      'New job on {{day}} at {{time}}',
      'Hi {{firstName}},',
      'You have a new job.',
      jobDetails,
      openJob,
    ),
    push: push('New job', '{{when}}\n{{services}}'),
  },
  job_changed: {
    email: email(
      'Job {{number}} is now on {{day}} at {{time}}',
      'Hi {{firstName}},',
      'One of your jobs has changed. Here are the new details:',
      jobDetails,
      openJob,
    ),
    push: push('Job changed', '{{number}} is now on {{when}}\n{{services}}'),
  },
  job_removed: {
    email: email(
      'Job {{number}} is no longer yours',
      'Hi {{firstName}},',
      'This job was canceled or reassigned, so it is off your schedule.',
      `Job: {{number}}, {{services}}
When: {{when}}`,
    ),
    push: push('Job removed from your schedule', '{{when}}\n{{services}}'),
  },
  tomorrows_jobs: {
    email: email(
      'Your jobs for {{day}}',
      'Hi {{firstName}},',
      'These are your jobs for {{day}}:',
      '{{jobs}}',
      'Open your schedule:',
      '{{link}}',
    ),
    push: push('Your jobs for {{day}}', 'Tap to see your schedule.'),
  },
} as const;

/** The default templates of messages to advisors and admins. */
export const officeTemplates = {
  office_booking: {
    email: email(
      'New booking {{number}} for {{day}} at {{time}}',
      'Hi {{firstName}},',
      'There is a new booking. It needs a mechanic.',
      jobDetails,
      openAppointment,
    ),
    push: push('New booking', '{{when}}\n{{services}}'),
  },
  office_attention: {
    email: email(
      'Appointment {{number}} needs attention',
      'Hi {{firstName}},',
      'Please take a look at this appointment.',
      'Reason: {{reason}}',
      jobDetails,
      openAppointment,
    ),
    push: push('Needs attention', 'Appointment {{number}}, {{when}}\n{{reason}}'),
  },
  office_attention_list: {
    email: email(
      'Several appointments need attention',
      'Hi {{firstName}},',
      'Please take a look at these appointments:',
      '{{jobs}}',
      'Open the board:',
      '{{link}}',
    ),
    push: push('Several appointments need attention', 'Tap to see them.'),
  },
  office_message: {
    email: email(
      'New message for the office',
      'Hi {{firstName}},',
      '{{customer}} sent the office a message.',
      'Appointment: {{number}}',
      'Read and reply:',
      '{{link}}',
    ),
    push: push('New message', 'Tap to read and reply.\nFrom: {{customer}}'),
  },
} as const;
