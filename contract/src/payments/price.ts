import { toAmount, toCents } from '../fields/money.ts';
import type { AppointmentLine } from './schemas.ts';

/** What a customer's plan currently grants for one service. */
export interface PlanBenefit {
  /** How many included uses of this service are left in the interval. */
  readonly usesLeft: number;
  /** The discount in whole percent, which applies when no included use is left. */
  readonly discountPercent: number;
}

/** What a service costs with a plan. */
export interface ServicePrice {
  /** Whether an included use of the plan pays for the service. */
  readonly isIncluded: boolean;
  /** A string with two decimal places, like all money here. */
  readonly price: string;
}

/**
 * Returns what a service costs with the customer's plan (null if they have none). An included use makes it free;
 * otherwise the plan's discount applies, and the price is rounded half up to the cent.
 */
export function applyPlan(listPrice: string, benefit: PlanBenefit | null): ServicePrice {
  if (benefit !== null && benefit.usesLeft > 0) return { isIncluded: true, price: '0.00' };
  const percent = 100 - (benefit?.discountPercent ?? 0);
  return { isIncluded: false, price: toAmount(Math.round((toCents(listPrice) * percent) / 100)) };
}

/** What determines the line items of a booking. */
interface BookingParts {
  readonly services: readonly {
    readonly id: number;
    readonly name: string;
    readonly price: string;
    /** Minutes. */
    readonly duration: number;
  }[];
  /** Null for a customer without a plan. */
  readonly plan: {
    readonly name: string;
    readonly discountPercent: number;
    /** How many included uses of a service are left. */
    readonly usesLeft: (serviceId: number) => number;
  } | null;
  /** Null if the address is in no service area, or if its service area is not known. */
  readonly area: { readonly name: string; readonly tripFee: string } | null;
}

/** A line item of a new booking. */
export interface BookingLine extends AppointmentLine {
  /** Whether an included use of the plan pays for this service. */
  readonly isIncluded: boolean;
}

/** The label of the fee that a service area adds to a price. */
export const tripFeeLabel = 'Trip fee';

/**
 * Returns the line items of a booking: each service at its list price, followed by its plan discount, and
 * then the trip fee, which no plan reduces. A discount or fee of zero gets no line item. The summary
 * that shows the price and the server that stores it both use this function.
 */
export function listBookingLines(parts: BookingParts): BookingLine[] {
  return [...listServiceLines(parts), ...listFeeLines(parts)].map((line, index) => ({
    ...line,
    position: index + 1,
  }));
}

type LineWithoutPosition = Omit<BookingLine, 'position'>;

function listServiceLines({ services, plan }: BookingParts): LineWithoutPosition[] {
  return services.flatMap(({ id, name, price: listPrice, duration }): LineWithoutPosition[] => {
    const benefit = plan && { ...plan, usesLeft: plan.usesLeft(id) };
    const { isIncluded, price } = applyPlan(listPrice, benefit);
    const reduction = toCents(listPrice) - toCents(price);
    const service: LineWithoutPosition = {
      kind: 'service',
      serviceId: id,
      description: name,
      quantity: 1,
      unitPrice: listPrice,
      duration,
      isIncluded,
    };
    if (!plan || reduction === 0) return [service];
    const description = isIncluded
      ? `Included in the ${plan.name} plan`
      : `${plan.name} plan (${plan.discountPercent}% off)`;
    return [service, makeExtraLine('discount', description, toAmount(-reduction))];
  });
}

function listFeeLines({ area }: BookingParts): LineWithoutPosition[] {
  if (!area || toCents(area.tripFee) === 0) return [];
  return [makeExtraLine('fee', `${tripFeeLabel}, ${area.name}`, area.tripFee)];
}

function makeExtraLine(
  kind: 'fee' | 'discount',
  description: string,
  unitPrice: string,
): LineWithoutPosition {
  const isIncluded = false;
  return { kind, serviceId: null, description, quantity: 1, unitPrice, duration: null, isIncluded };
}

/** Returns the amount of a line item; negative for a discount. */
export function lineAmount({
  quantity,
  unitPrice,
}: Pick<AppointmentLine, 'quantity' | 'unitPrice'>) {
  return toAmount(Math.round(quantity * toCents(unitPrice)));
}

/** Returns the sum of the line items' amounts. */
export function totalOf(lines: readonly Pick<AppointmentLine, 'quantity' | 'unitPrice'>[]): string {
  return toAmount(lines.reduce((sum, line) => sum + toCents(lineAmount(line)), 0));
}
