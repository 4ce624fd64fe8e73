import type { Breakage } from './breakage.ts';

/** The key is kept only after the booking is there. */
export const claimOutsideTransaction: Breakage = {
  name: 'claim-outside-transaction',
  what: "the repeat key is kept outside the booking's transaction",
  campaigns: ['kill', 'stop-postgres', 'network'],
  patches: [
    {
      file: 'server/dist/commands/book-appointment.js',
      from: '...(repeatKey && { alongside: keepingReply(repeatKey, reply, moment.now) }),',
      to: '',
    },
    {
      file: 'server/dist/commands/book-appointment.js',
      from: 'return perform(context, actor.id, async (trx, tell) => {',
      to: 'const done = await perform(context, actor.id, async (trx, tell) => {',
    },
    {
      file: 'server/dist/commands/book-appointment.js',
      from: 'return accepted(reply);\n    });',
      to: `return accepted(reply);
    });
    if (repeatKey && done.ok) {
      await perform(context, actor.id, async (trx, tell) => {
        const alongside = keepingReply(repeatKey, done.value, moment.now);
        tell([slotsChanged(input.date)], { alongside });
        return accepted(null);
      }).catch(() => {});
    }
    return done;`,
    },
  ],
};
