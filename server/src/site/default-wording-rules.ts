import { formatMoney } from '@curbwrench/contract/fields/money';
import { formatWeekdays } from '@curbwrench/contract/fields/weekdays';
import { formatDayCount } from '@curbwrench/contract/scheduling/booking-rules';
import type { SiteWordingName } from '@curbwrench/contract/site/wording';
import type { BusinessSettings } from '../application/rules/business-settings.ts';

/** The facts that the default wording states. */
export interface SiteFacts {
  readonly settings: BusinessSettings;
  /** The prices of all services. */
  readonly prices: readonly string[];
  /** Whether a service area has a trip fee. */
  readonly hasTripFees: boolean;
  readonly hasPlans: boolean;
}

/**
 * Returns the wording that visitors read unless the business has its own. It describes the settings and the product's
 * rules. See `parseTextBlocks` for its format.
 */
export function writeDefaultPage(name: SiteWordingName, facts: SiteFacts): string {
  return { questions: writeFaq, privacy: writePrivacy, terms: writeTerms }[name](facts);
}

/** Joins headings and the lines below them. Omits a heading that has no lines. */
function joinParts(parts: readonly (readonly [heading: string, ...lines: (string | null)[]])[]) {
  return parts
    .map(([heading, ...lines]) => [heading, lines.filter((line) => line !== null)] as const)
    .filter(([, lines]) => lines.length > 0)
    .map(([heading, lines]) => `# ${heading}\n${lines.join('\n')}`)
    .join('\n\n');
}

function writeFaq(facts: SiteFacts): string {
  const { settings } = facts;
  return joinParts([
    [
      'What does it cost?',
      `${describePrices(facts)} You'll see the full price before you book.${facts.hasTripFees ? ' In some areas, it includes a trip fee.' : ''}`,
      "Parts may cost extra. We'll always ask first.",
    ],
    ['When do I pay?', paymentText],
    ['Can I cancel or reschedule?', `Yes. ${describeCancellation(settings)}`],
    [
      'When can you come?',
      `${formatOpenDays(settings)}. You can book up to ${formatDayCount(settings.windowDays)} out${settings.noticeHours > 0 ? `, at least ${formatHours(settings.noticeHours)} ahead` : ''}, and you'll see every open time.`,
    ],
    [
      'How will I know when my mechanic is coming?',
      "Once a mechanic is assigned, you'll see who is coming. On the day of your appointment, you can track them on a map and see when they should arrive.",
    ],
    [
      'Where do you work on my car?',
      'At the address you give when you book: at home, at work, or at the curb, anywhere in the areas we serve.',
    ],
  ]);
}

function writePrivacy({ settings }: SiteFacts): string {
  return joinParts([
    [
      'What we store',
      '- Your name, email address, and phone number',
      '- The addresses where we work on your vehicle, and notes such as a gate code',
      '- Your vehicles: year, make, and model and, if you give them, the plate number and the VIN',
      '- Your appointments, payments, maintenance plans, and messages with us',
      '',
      "We don't store card numbers.",
    ],
    [
      'What we use it for',
      "We use it to book and do the work, to tell you about your appointments, to record payments and issue receipts, and to answer your questions. We don't sell it, and we don't share it with advertisers.",
    ],
    [
      'Who sees it',
      'Our office staff can see it. Your mechanic sees your name, phone number, address, vehicle, and notes, but not your email address. Companies that deliver our messages or look up addresses for us get only what they need for that.',
    ],
    [
      'Text messages',
      "We text you only if you've agreed. No mobile information will be shared with third parties or affiliates for marketing or promotional purposes. Text messaging opt-in data and consent are not shared with any third parties.",
    ],
    [
      'Location data',
      "While a mechanic is on the way to you, you see the mechanic's location, and so does our office. We use your device's location only when you ask us to fill in your address.",
    ],
    [
      'Cookies',
      'We use cookies only to keep you logged in, and your browser stores choices such as the theme. There are no advertising or analytics cookies.',
    ],
    [
      'Your choices',
      "When you're logged in, you can view and change your data or delete your account. You can also ask us for a copy of your data, or to correct or delete it. We keep what the law requires us to keep, such as records of payments.",
    ],
    ['Contact', describeContact(settings)],
  ]);
}

function writeTerms(facts: SiteFacts): string {
  const { settings, hasTripFees } = facts;
  const { name } = settings;
  return joinParts([
    [
      'Booking',
      "You choose a service, a day, and a time, and tell us where the vehicle is. We'll assign a mechanic and let you know when your appointment is confirmed. Please make sure that the mechanic can get to the vehicle at that time.",
    ],
    [
      'Prices',
      `We charge the labor price you see when you book.${hasTripFees ? ' In some areas a trip fee is added, which you see before you book.' : ''} Parts may cost extra. We'll always ask first.`,
    ],
    ['Payment', paymentText],
    [
      'Canceling and rescheduling',
      describeCancellation(settings),
      'The terms that you saw when you booked apply to that appointment, even if they change later.',
    ],
    [
      'Maintenance plans',
      facts.hasPlans
        ? "A plan renews at the end of each billing interval until you cancel it. You can cancel at any time. If you do, your plan stays active through the end of the period you've paid for, and you can undo the cancellation until then."
        : null,
    ],
    [
      'Text messages',
      `If you agree to text messages from ${name}, we send you messages about your appointments, such as confirmations, changes, cancellations, reminders, and your mechanic's arrival. You don't have to agree in order to book.`,
      '- Message frequency varies with your appointments.',
      '- Message and data rates may apply.',
      '- Reply STOP to any message to end all text messages from us.',
      `- Reply HELP for help${settings.phone === null ? '' : `, or call us at ${settings.phone}`}.`,
      '- Carriers are not liable for delayed or undelivered messages.',
      '',
      'Our privacy page explains how we handle your mobile number.',
    ],
    [
      'Our work',
      "We perform our work with professional care. Please let us know right away if something isn't right. Nothing here limits your legal rights.",
    ],
    ['Contact', describeContact(settings)],
  ]);
}

const paymentText =
  "You pay us directly once the work is done, and you get a receipt. We don't charge a card when you book.";

function describePrices({ prices, settings: { currency } }: SiteFacts): string {
  const [lowest, ...others] = prices.toSorted((a, b) => Number(a) - Number(b));
  const highest = others.at(-1);
  if (lowest === undefined) return 'Each service has its own price for labor.';
  return highest === undefined || highest === lowest
    ? `A service costs ${formatMoney(lowest, currency)}.`
    : `Each service has its own price for labor, from ${formatMoney(lowest, currency)} to ${formatMoney(highest, currency)}.`;
}

function describeCancellation({ cancellationCutoffHours: hours, phone }: BusinessSettings): string {
  if (hours === 0) {
    return 'You can cancel or reschedule an appointment free of charge until it starts.';
  }
  return `You can cancel or reschedule an appointment free of charge up to ${formatHours(hours)} before it starts. After that, please ${phone === null ? 'contact us' : `call us at ${phone}`}.`;
}

/** Returns 'We work Monday through Friday'. */
function formatOpenDays({ businessHours }: BusinessSettings): string {
  const days = businessHours.flatMap((hours, weekday) => (hours ? [weekday] : []));
  const dayNames = formatWeekdays(days);
  return `We work ${dayNames === 'Every day' ? 'every day' : dayNames.includes(' through ') ? dayNames : `on ${dayNames}`}`;
}

function formatHours(hours: number): string {
  return hours === 1 ? '1 hour' : `${hours} hours`;
}

function describeContact({ name, phone, address }: BusinessSettings): string {
  return [name, address, phone].filter((part) => part !== null).join(', ');
}
