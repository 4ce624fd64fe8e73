import type { Breakage } from './breakage.ts';

/** The key is claimed for good before there is a booking to keep with it. */
export const claimOutsideTransaction: Breakage = {
  name: 'claim-outside-transaction',
  what: "the repeat key is claimed outside the booking's transaction",
  campaigns: ['kill', 'stop-postgres', 'network'],
  patches: [
    {
      file: 'server/dist/commands/book-appointment.js',
      from: 'return perform(context, actor',
      to: `const claim = await lockBooking(
        context.store.kysely, { ...input, customerId }, repeatKey, moment.now);
    return perform(context, actor`,
    },
    {
      file: 'server/dist/commands/book-appointment.js',
      from: 'lockBooking(trx, wanted, repeatKey, moment.now)',
      to: '{ ...(await lockBooking(trx, wanted, null, moment.now)), isFirst: claim.isFirst }',
    },
  ],
};
