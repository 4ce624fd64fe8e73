import { sql } from 'kysely';
import { makeAppointment, makePlan, makeServiceArea, type Person } from '../builders.ts';
import { makeMessages } from '../conversations.ts';
import type { AssistantBusiness } from './assistant-business.ts';

/*
 * The records of the assistant's test business other than current appointments: past visits, every payment method,
 * refunds, active plans and a paused one, service areas, and the conversations of two customers.
 */

type Names<Name extends string> = Readonly<Record<Name, Person>>;

/** Inserts visits from last year and January, refunds for two of them, and a failed payment. */
export async function insertPastRecords(
  business: AssistantBusiness,
  { maya, oscar, diego, priya }: Names<'maya' | 'oscar' | 'diego' | 'priya'>,
): Promise<void> {
  const db = business.store.kysely;
  const findVehicle = async (person: Person) =>
    (
      await db
        .selectFrom('vehicles')
        .select('id')
        .where('customer_id', '=', person.id)
        .orderBy('id')
        .executeTakeFirstOrThrow()
    ).id;
  const makeVisit = async (customer: Person, mechanic: Person, service: string, details: object) =>
    makeAppointment(business, {
      customer_id: customer.id,
      vehicle_id: await findVehicle(customer),
      service_id: business.services.get(service) ?? 0,
      mechanic_id: mechanic.id,
      status: 'completed',
      address: customer === maya ? '12 Elm Street' : '99 Hidden Lane',
      date: '2026-01-01',
      ...details,
    });
  const diagnosticsVisit = await makeVisit(maya, diego, 'Engine Diagnostics', {
    date: '2025-06-17',
    start_time: '09:00',
    end_time: '10:00',
    price: '110.00',
  });
  const brakeVisit = await makeVisit(oscar, diego, 'Brake Pad Replacement', {
    date: '2026-01-20',
    start_time: '10:00',
    end_time: '12:00',
    price: '249.00',
  });
  const batteryVisit = await makeVisit(maya, priya, 'Battery Replacement', {
    date: '2026-01-13',
    start_time: '15:00',
    end_time: '15:30',
    price: '180.00',
  });
  const pay = async (
    customer: Person,
    appointmentId: number | null,
    amount: string,
    [method, status, at]: readonly [string, 'completed' | 'failed', string],
  ) => {
    const { rows } = await sql<{ id: number }>`insert into payments
      (customer_id, appointment_id, amount, status, payment_method, transaction_id, created_at, paid_at)
      values (${customer.id}, ${appointmentId}, ${amount}, ${status}, ${method}, null, ${at},
        ${status === 'completed' ? at : null}) returning id`.execute(db);
    return rows[0]?.id ?? 0;
  };
  await pay(maya, diagnosticsVisit, '110.00', ['cash', 'completed', '2025-06-17T17:05Z']);
  const batteryPayment = await pay(maya, batteryVisit, '180.00', [
    'bank_transfer',
    'completed',
    '2026-01-14T00:00Z',
  ]);
  const brakePayment = await pay(oscar, brakeVisit, '249.00', [
    'other',
    'completed',
    '2026-01-20T20:10Z',
  ]);
  await pay(oscar, null, '88.00', ['card_terminal', 'failed', '2026-03-02T18:00Z']);
  for (const [paymentId, customer, amount, reason] of [
    [batteryPayment, maya, '30.00', 'The mechanic came an hour late.'],
    [brakePayment, oscar, '49.00', 'Both front pads squeaked afterwards.'],
  ] as const) {
    await sql`insert into refunds (payment_id, customer_id, amount, reason, created_at)
      values (${paymentId}, ${customer.id}, ${amount}, ${reason}, '2026-02-02T18:00Z')`.execute(db);
    await sql`update payments set refunded_amount = ${amount} where id = ${paymentId}`.execute(db);
  }
}

/**
 * Inserts plans: Maya and Hugo have Car Care; Pia's Fleet Care is paused because its payment failed;
 * Oscar's plan is no longer offered and will not renew.
 */
export async function insertPlans(
  business: AssistantBusiness,
  { maya, oscar, pia, hugo }: Names<'maya' | 'oscar' | 'pia' | 'hugo'>,
): Promise<void> {
  const id = (name: string) => business.services.get(name) ?? 0;
  const care = { name: 'Car Care', price: '25.00', discount_percent: 10 };
  const fleet = { name: 'Fleet Care', price: '60.00', discount_percent: 20 };
  const club = { name: 'Founders Club', price: '9.00', discount_percent: 50 };
  const carCare = await makePlan(business, care, [{ serviceId: id('Oil Change'), uses: 1 }]);
  const fleetCare = await makePlan(business, { ...fleet, billing_interval: 'quarter' }, [
    { serviceId: id('Tire Rotation'), uses: 2 },
  ]);
  const founders = await makePlan(business, {
    ...club,
    archived_at: new Date('2026-02-25T18:00Z'),
  });
  await join(business, maya, {
    ...care,
    id: carCare,
    from: '2026-02-15',
    period: ['month', '2026-03-15'],
  });
  await join(business, oscar, {
    ...club,
    id: founders,
    from: '2026-02-20',
    period: ['month', '2026-03-20'],
    isLeaving: true,
  });
  await join(business, pia, {
    ...fleet,
    id: fleetCare,
    from: '2026-02-10',
    period: ['quarter', '2026-05-10'],
    hasPaymentFailed: true,
  });
  await join(business, hugo, {
    ...care,
    id: carCare,
    from: '2026-03-01',
    period: ['month', '2026-04-01'],
  });
}

interface JoinedPlan {
  readonly id: number;
  readonly name: string;
  readonly price: string;
  readonly discount_percent: number;
  readonly from: string;
  /** The billing interval, and the day after the last day of the first billing period. */
  readonly period: readonly ['month' | 'quarter', string];
  readonly isLeaving?: boolean;
  readonly hasPaymentFailed?: boolean;
}

async function join(
  business: AssistantBusiness,
  customer: Person,
  plan: JoinedPlan,
): Promise<void> {
  const db = business.store.kysely;
  const [interval, ends] = plan.period;
  // Noon in the business's time zone.
  const at = new Date(`${plan.from}T20:00Z`);
  const joined = await sql<{ id: number }>`
    insert into subscriptions (customer_id, plan_id, plan_name, price, billing_interval,
      discount_percent, started_on, renews, created_at)
    values (${customer.id}, ${plan.id}, ${plan.name}, ${plan.price}, ${interval},
      ${plan.discount_percent}, ${plan.from}, ${!plan.isLeaving}, ${at}) returning id`.execute(db);
  const id = joined.rows[0]?.id ?? 0;
  await sql`insert into subscription_services (subscription_id, service_id, uses)
    select ${id}, service_id, uses from plan_services where plan_id = ${plan.id}`.execute(db);
  const paid = await sql<{ id: number }>`
    insert into payments (customer_id, amount, status, payment_method, created_at, paid_at)
    values (${customer.id}, ${plan.price}, ${plan.hasPaymentFailed ? 'failed' : 'completed'},
      'card_terminal', ${at}, ${plan.hasPaymentFailed ? null : at}) returning id`.execute(db);
  await sql`insert into subscription_periods (subscription_id, number, starts, ends, payment_id)
    values (${id}, 0, ${plan.from}, ${ends}, ${paid.rows[0]?.id ?? 0})`.execute(db);
}

/** Inserts two service areas, and the conversations of two customers with the office. */
export async function insertAreasAndMessages(
  business: AssistantBusiness,
  { maya, oscar, ada }: Names<'maya' | 'oscar' | 'ada'>,
): Promise<void> {
  await makeServiceArea(business, ['94110', '94114'], {
    name: 'Mission',
    days: ['mon', 'wed', 'fri'],
    trip_fee: '15.00',
  });
  await makeServiceArea(business, ['94122'], { name: 'Sunset', days: ['tue', 'thu'] });
  await makeMessages(business, maya.id, [
    { authorId: maya.id, text: 'The left wiper smears; could somebody look at it on Thursday?' },
    { authorId: ada.id, text: "Certainly, we'll bring a pair of blades." },
  ]);
  await makeMessages(business, oscar.id, [
    { authorId: oscar.id, text: 'My spare key hangs behind the blue planter.' },
    { authorId: ada.id, text: 'Thank you, the garage stays locked until then.' },
  ]);
}
