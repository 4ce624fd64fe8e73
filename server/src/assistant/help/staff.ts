import type { Article } from './article.ts';

const mechanic = ['mechanic', 'admin'] as const;
const office = ['service_advisor', 'admin'] as const;
const admin = ['admin'] as const;

/** Help texts for mechanics, service advisors and admins. */
export const forStaff: readonly Article[] = [
  {
    title: 'Start a job',
    words: 'start begin job service drive set out en route depart navigation',
    text: 'On the day of the job, press Start Service on the dashboard or under Appointments. That tells the customer that you are on the way.',
    roles: mechanic,
  },
  {
    title: 'Complete a job',
    words: 'complete finish end done job close mark',
    text: 'Press Complete Service on the job that is in progress, and confirm the amount due. The payment is then pending.',
    roles: mechanic,
  },
  {
    title: 'Give a job back',
    words:
      'decline give hand back pass on refuse reject cannot do job sick unable drop unassign me',
    text: 'As long as the job is confirmed and not started, open it with View Details and choose Decline job. It goes back to the office as unassigned.',
    roles: mechanic,
  },
  {
    title: 'Your availability',
    words:
      'available unavailable availability offline online toggle status switch break off duty go offline sign on',
    text: 'The switch at the top of the Mechanic Dashboard reads Available or Unavailable; press it to change it. Unavailable means no new work for the rest of today; tomorrow, your working hours apply again. While a job is in progress, your status is On a job.',
    roles: mechanic,
  },
  {
    title: 'Get directions to a job',
    words: 'navigate navigation map directions route drive way job map address',
    text: 'Open Job Map, or the Map & Navigation tab of the dashboard, and press Navigate beside the job.',
    roles: mechanic,
  },
  {
    title: 'Record a payment on site',
    words:
      'record payment cash card terminal bank transfer take money collect paid on site charge customer',
    text: 'When the job is completed, open it with View Details, press Record payment, and record it as cash, card terminal, bank transfer, or other.',
    roles: mechanic,
  },
  {
    title: 'Reach a customer',
    words: 'customer details call phone contact reach telephone client number',
    text: "Customer Details on the job shows the customer's name and phone number; Call Customer dials the number.",
    roles: mechanic,
  },
  {
    title: 'Share your location',
    words: 'position location gps share send consent tracking browser permission',
    text: 'Allow it when your browser asks. Your location is sent at least every 30 seconds while you are available or on a job and the page is visible, until the end of your working hours. Only the office and the customer you are traveling to can see it.',
    roles: mechanic,
  },
  {
    title: 'Assign a mechanic',
    words:
      'assign mechanic dispatch give job allocate assignment reassign confirm pending unassigned',
    text: 'Press Assign Mechanic on a pending or unassigned appointment, choose one of the mechanics offered (the best match is first), and press Confirm Assignment. "Show mechanics who are off or busy now" adds those who are free at that time.',
    roles: office,
  },
  {
    title: 'Reschedule or cancel for a customer',
    words: 'reschedule move cancel appointment customer change time date reason office',
    text: 'Open the appointment with View Details and choose Reschedule or Cancel appointment. To cancel a job in progress, give a reason.',
    roles: office,
  },
  {
    title: 'Book for a customer',
    words: 'book customer phone on behalf new appointment call in for somebody',
    text: 'Open Book Service, choose the customer first, then the vehicle, the service, the day, and the time.',
    roles: office,
  },
  {
    title: 'Answer customers',
    words: 'inbox message messages conversation answer reply chat support customers unread write',
    text: 'Open Chat Support with the Messages button at the top of the page. It lists every conversation with a customer or a mechanic, most recent first, and counts unread messages.',
    roles: office,
  },
  {
    title: 'Needs attention',
    words: 'attention overdue problem flagged no mechanic free warning late',
    text: 'An appointment is marked Overdue if its time has passed and nobody was assigned, nobody started the job, or it was never completed. It is marked Needs attention if no mechanic is free, if its mechanic is off for the rest of today, or if its price depends on a plan whose fee was not paid. The Service Advisor and Appointments pages count and list those that are overdue or whose mechanic is off; assign, reschedule or cancel them there.',
    roles: office,
  },
  {
    title: 'Change a role',
    words: 'role change user make admin mechanic promote demote permission rights somebody',
    text: "On the Mechanics page, open the person's menu and choose Change Role. In Settings, under People, you can give anyone any of the four roles.",
    roles: admin,
  },
  {
    title: 'Add or invite a mechanic or other staff',
    words:
      'invite invitation add mechanic new employee staff advisor colleague hire join team people',
    text: 'Open Settings, then People, and invite them by email with their role. An invitation can be resent or withdrawn there.',
    roles: admin,
  },
  {
    title: 'Deactivate someone',
    words: 'deactivate remove fire block disable user person leaves left employee reactivate',
    text: 'Open Settings, then People, and deactivate the person. Their open jobs must be reassigned to someone else first.',
    roles: admin,
  },
  {
    title: 'Add, edit, or delete a service',
    words: 'service add new edit change price delete remove duration offer catalogue',
    text: 'Open Services: Add Service, Edit and Delete are there for admins. Existing appointments keep the name and the price they were booked with.',
    roles: admin,
  },
  {
    title: 'Refund a payment or mark it failed',
    words:
      'refund payment money back failed mark fail partial whole record customer somebody someone give',
    text: 'Open the menu of the payment under Payments: Refund gives all or part of it back, and Mark as failed marks a pending payment as failed.',
    roles: admin,
  },
  {
    title: 'Define maintenance plans',
    words:
      'plan subscription maintenance define price interval discount included create edit members',
    text: 'Open Maintenance Plans: admins add and edit plans there, with price, interval, included services, and discount.',
    roles: admin,
  },
  {
    title: 'Edit service areas',
    words: 'service area areas edit zip radius days trip fee call-out add remove region',
    text: 'Open Service Areas: admins add and edit the areas there, with ZIP codes or a radius, days, and trip fee.',
    roles: admin,
  },
  {
    title: 'Audit trail',
    words: 'audit trail who changed history log record entries',
    text: 'Audit trail, in the menu, shows who changed what and when.',
    roles: admin,
  },
  {
    title: 'Messages that could not be sent',
    words: 'mail outbox sent messages emails delivery kept',
    text: 'Account emails, in the menu, shows the emails that could not be sent. To open one that contains a link, press Show message; the audit trail records that.',
    roles: admin,
  },
  {
    title: 'Work as a mechanic too',
    words: 'admin also works as mechanic alone one person business switch screens owner operator',
    text: 'Open Settings, then People, and mark yourself as also working as a mechanic. A switch in the menu then shows you the mechanic view.',
    roles: admin,
  },
];
