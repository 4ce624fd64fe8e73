import type { AuditEntry, AuditSubject } from '@curbwrench/contract/audit/schemas';
import { statusLabels } from '@curbwrench/contract/appointments/lifecycle';
import {
  addDays,
  displayDateWithWeekday,
  displayTime,
  isCalendarDate,
} from '@curbwrench/contract/fields/calendar';
import { displayId } from '@curbwrench/contract/fields/display-id';
import { formatMoney } from '@curbwrench/contract/fields/money';
import { formatWeekdays, getDayName } from '@curbwrench/contract/fields/weekdays';
import { paymentStatusLabels } from '@curbwrench/contract/payments/payment-status';
import { paymentMethodText } from '@curbwrench/contract/payments/payment-labels';
import { hiddenReasonLabels } from '@curbwrench/contract/reviews/review-options';
import { roleLabels } from '@curbwrench/contract/people/roles';
import { displayInstantIn } from '../lib/business-time.ts';
import { findDeviceName } from '../lib/device-name.ts';

export type AuditChange = AuditEntry['changes'][number];

/** The business settings that determine how values are formatted. */
export interface AuditFormat {
  readonly timeZone: string;
  readonly currency: string;
}

// Audited fields have the names that their columns had when the change was made, not those of the API.
const moneyFields = new Set([
  'amount',
  'refundedAmount',
  'price',
  'tripFee',
  'callOutFee',
  'unitPrice',
]);

const units: Partial<Record<string, string>> = {
  bufferMinutes: 'minute',
  duration: 'minute',
  slotIntervalMinutes: 'minute',
  startGapMinutes: 'minute',
  cancellationCutoffHours: 'hour',
  cancelUntilHours: 'hour',
  laborHours: 'hour',
  noticeHours: 'hour',
  windowDays: 'day',
  radiusMiles: 'mile',
};

const paymentStatuses: Record<string, string> = paymentStatusLabels;

/** The settings that are either on or off. */
const switchFields = new Set([
  'twoFactorEnabled',
  'appointmentReminders',
  'mechanicUpdates',
  'paymentReceipts',
  'push',
  'sms',
  'promotionalEmails',
  'newsletter',
  'bookingEmails',
  'attentionEmails',
  'messageEmails',
  'renews',
  'plansStartBeforePayment',
  'plansBeforePayment',
  'jobsMustEndWithinWorkingHours',
  'jobsEndWithinHours',
]);

/** Returns whether a field is a setting that is either on or off. */
export function isSwitch(field: string): boolean {
  return switchFields.has(field);
}

const yesOrNo = { true: 'yes', false: 'no' };

const valueLabels: Partial<Record<string, Record<string, string>>> = {
  active: { true: 'active', false: 'deactivated' },
  areaUnsure: { true: 'uncertain', false: 'certain' },
  available: { true: 'available', false: 'offline' },
  emailVerified: { true: 'verified', false: 'not verified' },
  isActive: { true: 'active', false: 'inactive' },
  verified: { true: 'confirmed', false: 'not confirmed' },
  endedReason: {
    stop: 'STOP reply',
    office: 'ended by the office',
    person: 'ended by the customer',
    number_removed: 'number removed',
    replaced: 'number replaced',
    merged: 'records merged',
  },
  role: roleLabels,
  hiddenReason: hiddenReasonLabels,
  billingInterval: { month: 'monthly', quarter: 'quarterly', year: 'yearly' },
  kind: { service: 'service', fee: 'fee', discount: 'discount' },
  outsideAreas: { refuse: 'decline the booking', warn: 'accept the booking and flag it' },
  placePrecision: { pin: 'a pin', house: 'the house', street: 'the street' },
  providerId: { credential: 'password' },
  source: {
    customer: 'the customer',
    office: 'the office',
    generated: 'generated',
    code: 'code',
    start: 'START reply',
  },
};

/** Formats an audited value the way other screens show it, with instants in the given time zone. */
export function valueText(
  subject: AuditSubject,
  field: string,
  value: string,
  { timeZone, currency }: AuditFormat,
): string {
  if (value === 'true' || value === 'false') {
    if (switchFields.has(field)) return value === 'true' ? 'on' : 'off';
    return (valueLabels[field] ?? yesOrNo)[value] ?? value;
  }
  if (moneyFields.has(field)) return formatMoney(value, currency);
  const unit = units[field];
  if (unit !== undefined) return `${value} ${value === '1' ? unit : `${unit}s`}`;
  if (isCalendarDate(value)) return displayDateWithWeekday(value);
  if (/^\d{2}:\d{2}:\d{2}$/.test(value)) return displayTime(value);
  if (/^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/.test(value) && !Number.isNaN(Date.parse(value))) {
    return displayInstantIn(timeZone, value);
  }
  switch (field) {
    case 'appointmentId':
      return displayId(Number(value));
    case 'discountPercent':
      return `${value}%`;
    case 'days':
      return formatWeekdays(listWeekdays(parseList(value) ?? []));
    case 'during':
      return rangeText(value);
    case 'feeBands':
      return feeBandsText(value, currency);
    case 'ring':
      return `${parseList(value)?.length ?? 0} points`;
    case 'paymentMethod':
      return paymentMethodText(value);
    case 'userAgent':
      return findDeviceName(value) ?? value;
    case 'status':
      return findLabel(subject === 'appointment' ? statusLabels : paymentStatuses, value);
    default: {
      const list = parseList(value);
      if (list) return listText(list.map(String));
      return findLabel(valueLabels[field] ?? {}, value);
    }
  }
}

function findLabel(labels: Record<string, string>, value: string): string {
  return Object.hasOwn(labels, value) ? (labels[value] ?? value) : value;
}

/** Returns the days of the week as numbers, from 0 for 'sun' to 6 for 'sat'. */
function listWeekdays(days: readonly unknown[]): number[] {
  return [0, 1, 2, 3, 4, 5, 6].filter((weekday) =>
    days.includes(getDayName(weekday).slice(0, 3).toLowerCase()),
  );
}

/** Formats a range of business time: 'Mar 03, 2026, 8:00 AM to 12:00 PM'; full days without times. */
function rangeText(value: string): string {
  const [start, end] = [...value.matchAll(/(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2})/g)].map(
    ([, date = '', time = '']) => ({ date, time }),
  );
  if (!start || !end) return value;
  if (start.time === '00:00' && end.time === '00:00') {
    const lastDate = addDays(end.date, -1);
    const days = displayDateWithWeekday(start.date);
    return lastDate === start.date ? days : `${days} to ${displayDateWithWeekday(lastDate)}`;
  }
  const from = `${displayDateWithWeekday(start.date)}, ${displayTime(start.time)}`;
  const to = displayTime(end.time);
  if (start.date === end.date) return `${from} to ${to}`;
  // A range that lasts until midnight is shown with its start only.
  return end.time === '00:00' && addDays(end.date, -1) === start.date
    ? `${displayDateWithWeekday(start.date)}, from ${displayTime(start.time)}`
    : `${from} to ${displayDateWithWeekday(end.date)}, ${to}`;
}

function feeBandsText(value: string, currency: string): string {
  return (parseList(value) ?? [])
    .map((band) => {
      const { upToMiles, fee } = toRecord(band);
      return `${formatMoney(String(fee), currency)} up to ${String(upToMiles)} miles`;
    })
    .join(', ');
}

/** Returns the elements of a JSON array; null for any other text. */
export function parseList(value: string): readonly unknown[] | null {
  if (!value.startsWith('[')) return null;
  try {
    const parsed: unknown = JSON.parse(value);
    return Array.isArray(parsed) ? parsed : null;
  } catch {
    return null;
  }
}

/** Returns an object's own properties, or an empty record if the value is not an object. */
export function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** Returns 'Brakes, Diesel, and Tires', or 'nothing' for an empty list. */
export function listText(texts: readonly string[]): string {
  return texts.length === 0 ? 'nothing' : new Intl.ListFormat('en-US').format(texts);
}
