import type { Breakage } from './breakage.ts';

/** The person is told that it is done when it is only about to be. */
export const answerBeforeCommit: Breakage = {
  name: 'answer-before-commit',
  what: 'the answer is sent before the commit',
  campaigns: ['kill', 'stop-postgres'],
  patches: [
    {
      file: 'server/dist/commands/transaction.js',
      from: 'const { outcome, told } = await inTransaction(',
      to: `let tell;
        const early = new Promise((resolve) => { tell = resolve; });
        const { outcome, told } = await Promise.race([early, inTransaction(`,
    },
    {
      file: 'server/dist/commands/transaction.js',
      from: 'return { outcome: result, told: tidings };',
      to: 'tell({ outcome: result }); return { outcome: result, told: tidings };',
    },
    {
      file: 'server/dist/commands/transaction.js',
      from: 'actorId === null ? undefined : namingActor(actorId));',
      to: 'actorId === null ? undefined : namingActor(actorId))]);',
    },
  ],
};
