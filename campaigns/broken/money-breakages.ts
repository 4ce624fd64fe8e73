import type { Breakage } from './breakage.ts';

const commands = 'server/dist/commands';
const db = 'server/dist/db';

/** Rules of payments, plans, prices and areas that the campaign of histories knows. */
export const moneyBreakages: readonly Breakage[] = [
  {
    name: 'anybody-can',
    what: 'a new service forgets the skill it asks for',
    campaigns: ['histories'],
    patches: [
      { file: `${db}/service-changes.js`, from: 'skill: input.skill,', to: 'skill: null,' },
    ],
  },
  {
    name: 'refunds-more',
    what: 'a cent more than was paid may be refunded',
    campaigns: ['histories'],
    patches: [
      {
        file: 'server/dist/domain/payment.js',
        from: 'if (cents > left) {',
        to: 'if (cents > left + 1) {',
      },
    ],
  },
  {
    name: 'paid-twice',
    what: 'what is paid may be recorded again',
    campaigns: ['histories'],
    patches: [
      {
        file: 'contract/dist/payment-actions.js',
        from: "from: ['pending', 'failed']",
        to: "from: ['pending', 'failed', 'completed']",
      },
    ],
  },
  {
    name: 'fails-refunded',
    what: 'a payment of which part was refunded may be marked as failed',
    campaigns: ['histories'],
    patches: [
      {
        file: 'contract/dist/payment-actions.js',
        from: "action === 'fail' && centsOf(payment.refundedAmount) > 0",
        to: 'false',
      },
    ],
  },
  {
    name: 'anothers-payment',
    what: "a mechanic may record the payment of another's job",
    campaigns: ['histories'],
    patches: [
      {
        file: 'server/dist/domain/payment.js',
        from: "actor.role !== 'admin' && payment.mechanicId !== actor.id",
        to: 'false',
      },
    ],
  },
  {
    name: 'endless-uses',
    what: 'an included use is never used up',
    campaigns: ['histories'],
    patches: [
      {
        file: `${db}/bookings.js`,
        from: "and used.status <> 'cancelled')",
        to: "and used.status = 'cancelled')",
      },
    ],
  },
  {
    name: 'unpaid-discount',
    what: 'a plan changes prices although its payment failed',
    campaigns: ['histories'],
    patches: [
      { file: `${db}/bookings.js`, from: "and paid.status in ('pending', 'completed')", to: '' },
    ],
  },
  {
    name: 'no-call-out-fee',
    what: "the area's call-out fee is left out of the price",
    campaigns: ['histories'],
    patches: [
      {
        file: `${commands}/book-appointment.js`,
        from: 'callOutFee: area?.callOutFee ?? null,',
        to: 'callOutFee: null,',
      },
    ],
  },
  {
    name: 'any-shown-price',
    what: 'a booking is taken at another price than was shown',
    campaigns: ['histories'],
    patches: [
      {
        file: `${commands}/book-appointment.js`,
        from: 'input.shownPrice !== price.total',
        to: 'false',
      },
    ],
  },
  {
    name: 'unsold-service',
    what: 'a plan may include what is not on sale',
    campaigns: ['histories'],
    patches: [
      {
        file: `${db}/plan-changes.js`,
        from: 'return rows.length === serviceIds.length;',
        to: 'return true;',
      },
    ],
  },
  {
    name: 'archived-plan',
    what: 'a plan that is off offer can be changed',
    campaigns: ['histories'],
    patches: [{ file: `${db}/plan-changes.js`, from: ".where('archived_at', 'is', null)", to: '' }],
  },
  {
    name: 'stale-plan',
    what: 'a plan may be joined that changed since it was shown',
    campaigns: ['histories'],
    patches: [
      {
        file: `${commands}/keep-subscription.js`,
        from: 'if (plan.version !== version) {',
        to: 'if (false) {',
      },
    ],
  },
  {
    name: 'second-plan',
    what: 'joining a second plan ends the first',
    campaigns: ['histories'],
    patches: [
      {
        file: `${commands}/keep-subscription.js`,
        from: 'if (had && !isOver(had, local.date)) {',
        to: 'if (had && had.plan_id === planId) {',
      },
    ],
  },
  {
    name: 'leaves-at-once',
    what: 'who leaves a plan loses the interval that they pay for',
    campaigns: ['histories'],
    patches: [
      {
        file: `${commands}/keep-subscription.js`,
        from: 'if (!renews && !isPaidFor(had))',
        to: 'if (!renews)',
      },
    ],
  },
  {
    name: 'renews-unpaid',
    what: 'a plan is renewed although its last payment failed',
    campaigns: ['histories'],
    patches: [{ file: `${commands}/renew-subscriptions.js`, from: '|| !isPaidFor(had)', to: '' }],
  },
  {
    name: 'charges-what-was-missed',
    what: 'an interval that nobody renewed in time is charged afterwards',
    campaigns: ['histories'],
    patches: [
      {
        file: 'server/dist/domain/plan.js',
        from: 'return period.ends > date ? period : periodOn(startedOn, interval, date, number + 1);',
        to: 'return period;',
      },
    ],
  },
  {
    name: 'zip-twice',
    what: 'a ZIP code may be listed by two areas',
    campaigns: ['histories'],
    patches: [
      {
        file: `${commands}/keep-service-areas.js`,
        from: 'const taken = await takenZip(trx, zips, id);',
        to: 'const taken = null;',
      },
    ],
  },
  {
    name: 'zips-stay',
    what: "an area's ZIP codes outlive a change of it",
    campaigns: ['histories'],
    patches: [
      {
        file: `${db}/service-area-changes.js`,
        from: 'and not zip = any(${input.zips}::text[])',
        to: 'and false',
      },
    ],
  },
];
