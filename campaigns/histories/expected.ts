import { amountOf, centsOf, type BellLine, type Model, type PlanTerms } from './model.ts';
import type { State } from './observed.ts';
import { remainingOf } from './payment-rules.ts';

/** The model's state as the database should hold it. */
export function expectedOf(model: Model): State {
  const people = [...model.people.values()].toSorted((a, b) => byText(a.id, b.id));
  return {
    people: people.map(({ id, role, active, deleted }) => [
      id,
      deleted ? 'Deleted' : id,
      role,
      active,
    ]),
    mechanics: people.flatMap(({ id, work }) =>
      work ? [[id, work.active, work.available, work.place?.lat ?? null] as const] : [],
    ),
    services: inOrder(model.services).map(
      ({ id, price, duration, skill, archived }) => [id, price, duration, skill, archived] as const,
    ),
    vehicles: inOrder(model.vehicles).map(
      ({ id, customerId, make, plate, active, archived }) =>
        [id, customerId, make, plate, active, archived] as const,
    ),
    appointments: appointmentsOf(model),
    payments: paymentsOf(model),
    plans: inOrder(model.plans).map(
      ({ id, terms, version, archived }) =>
        [
          id,
          terms.price,
          terms.interval,
          terms.discount,
          usesOf(terms),
          version,
          archived,
        ] as const,
    ),
    subscriptions: subscriptionsOf(model),
    areas: [...model.areas]
      .toSorted(([a], [b]) => a - b)
      .map(([id, { zips, circle, fee }]) => [id, zips.toSorted(byText), circle, fee] as const),
    conversations: [...model.conversations]
      .toSorted(([a], [b]) => byText(a, b))
      .map(
        ([id, { messages, personRead, officeRead }]) =>
          [
            id,
            personRead,
            officeRead,
            messages.map(({ author, text }) => [author, text] as const),
          ] as const,
      ),
    bells: people.flatMap(({ id, bell }) => {
      const lines = bell.map((line) => [line.kind, subjectOf(line), line.read] as const);
      return lines.length === 0 ? [] : [[id, lines] as const];
    }),
    preferences: people.flatMap(({ id, preferences }) =>
      preferences ? [[id, preferences.sms, preferences.newsletter] as const] : [],
    ),
  };
}

function appointmentsOf(model: Model): State['appointments'] {
  return inOrder(model.appointments).map((each) => ({
    id: each.id,
    customerId: each.customerId,
    vehicleId: each.vehicleId,
    serviceId: each.serviceId,
    price: each.price,
    includedIn: each.includedIn,
    address: each.address,
    status: each.status,
    mechanicId: each.mechanicId,
    date: each.date,
    from: each.from,
    to: each.to,
    notes: each.notes,
    declinedBy: each.declinedBy,
    history: each.history,
  }));
}

function paymentsOf(model: Model): State['payments'] {
  return [...model.payments.values()]
    .toSorted((a, b) => byText(a.label, b.label))
    .map((payment) => {
      const { label, customerId, amount, status, method, refunds } = payment;
      const given = amountOf(centsOf(amount) - remainingOf(payment));
      return [label, customerId, amount, given, status, method, refunds] as const;
    });
}

function subscriptionsOf(model: Model): State['subscriptions'] {
  return inOrder(model.subscriptions).map(
    ({ id, customerId, planId, terms, renews, ended, number, starts, ends }) =>
      [
        id,
        customerId,
        planId,
        terms.price,
        terms.discount,
        usesOf(terms),
        renews,
        ended,
        number,
        starts,
        ends,
      ] as const,
  );
}

function usesOf({ uses }: PlanTerms): PlanTerms['uses'] {
  return uses.toSorted(([a], [b]) => a - b);
}

function subjectOf({ about }: BellLine): string {
  return typeof about === 'string' ? about : `payment ${about.id}`;
}

function inOrder<T extends { readonly id: number }>(rows: ReadonlyMap<number, T>): T[] {
  return [...rows.values()].toSorted((a, b) => a.id - b.id);
}

function byText(a: string, b: string): number {
  return a < b ? -1 : 1;
}
