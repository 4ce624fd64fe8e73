import type { Article } from './article.ts';

const roles = ['customer'] as const;

/** Help texts for customers. */
export const forCustomers: readonly Article[] = [
  {
    title: 'Book a service',
    words: 'book booking new appointment make schedule reserve order request appointment',
    text: 'Open Book Service, choose the vehicle and the service, pick a day and one of the available times, give the address where the mechanic should meet you, and press Book Appointment.',
    roles,
  },
  {
    title: 'Reschedule an appointment',
    words: 'reschedule move change time date postpone another day earlier later',
    text: 'Open the appointment with View Details and choose Reschedule. You can do so until the cutoff shown there; after that, please call us.',
    roles,
  },
  {
    title: 'Change the address of an appointment',
    words: 'address location place change appointment other elsewhere wrong move',
    text: "You can't change the address after booking. Please call us or write to us under Chat Support, and the office will help you.",
    roles,
  },
  {
    title: 'Cancel an appointment',
    words: 'cancel cancellation call off stop',
    text: 'Open the appointment with View Details and choose Cancel appointment. You can do so until the cutoff shown there; after that, please call us.',
    roles,
  },
  {
    title: 'Add notes for the mechanic',
    words: 'note notes comment tell mechanic gate code symptom noise describe problem',
    text: 'Write them under Additional Notes when you book. To add them later, open the appointment with View Details.',
    roles,
  },
  {
    title: 'Pay',
    words: 'pay payment how card cash method bank transfer credit terminal when do i pay',
    text: "You pay when the job is done: in cash, by card at the mechanic's terminal, or by bank transfer. Payments shows what is due and what is paid.",
    roles,
  },
  {
    title: 'Get a receipt',
    words: 'receipt invoice proof download pdf print tax',
    text: 'Open Payments and press Receipt beside the payment; Download Receipt saves it as a PDF.',
    roles,
  },
  {
    title: 'Refunds',
    words: 'refund money back return complaint',
    text: 'Refunds are made by the office. Please call us or write to us under Chat Support; the refund will show under Payments.',
    roles,
  },
  {
    title: 'Track your mechanic',
    words: 'track mechanic where on the way map position live arrival late eta journey',
    text: 'Once a mechanic is assigned and the appointment is confirmed, Track Mechanic on the appointment shows the progress and last known position of the mechanic.',
    roles,
  },
  {
    title: 'Add or change a vehicle',
    words:
      'vehicle car truck add new second edit change remove delete sold plate vin garage my vehicles',
    text: 'Open Settings, then My Vehicles. There you can add, edit, or delete a vehicle. You can also add one while you book.',
    roles,
  },
  {
    title: 'Maintenance plans',
    words:
      'plan subscription subscribe membership maintenance join leave discount monthly yearly cancel plan member',
    text: 'Open Maintenance Plans from your dashboard to see what each plan includes and costs, and to join or cancel one. Its included services and discount apply when you book, once its fee is paid.',
    roles,
  },
  {
    title: 'Write to the office',
    words:
      'message chat support contact write talk human person someone somebody real speak office staff ask question speak agent complaint',
    text: 'Open Chat Support with the Messages button at the top of the page to write to the office; replies appear there too.',
    roles,
  },
  {
    title: 'What happens after booking',
    words:
      'after booking book happen happens next step confirmed pending status mean wait how long until confirmed assigned',
    text: 'Your appointment is pending while its time is held for you. A mechanic is assigned once the appointment is confirmed, and on the day of your appointment you can track their arrival.',
    roles,
  },
  {
    title: 'Parts',
    words: 'part parts extra additional included cost price material labor labour oem',
    text: 'The price shown is for the service. Parts may cost extra.',
    roles,
  },
  {
    title: 'Where the mechanic meets you',
    words:
      'where location address home office work parking garage street driveway come to me place meet bring shop workshop',
    text: 'We come to you: give the complete address where the mechanic should meet you when you book. There is no shop to drive to.',
    roles,
  },
];
