import type { Breakage } from './breakage.ts';

/** The person is told that it is done when it is only about to be. */
export const answerBeforeCommit: Breakage = {
  name: 'answer-before-commit',
  what: 'the answer is sent before the commit',
  campaigns: ['kill', 'stop-postgres'],
  patches: [
    {
      file: 'server/dist/commands/transaction.js',
      from: 'const { outcome } = await inTransaction(',
      to: `let tell;
        const early = new Promise((resolve) => { tell = resolve; });
        const ending = inTransaction(`,
    },
    {
      file: 'server/dist/commands/transaction.js',
      from: 'return { outcome: result, told };',
      to: 'tell(result); return { outcome: result, told };',
    },
    {
      file: 'server/dist/commands/transaction.js',
      from: '        return outcome;\n    }',
      to: '        return await Promise.race([early, ending.then((ended) => ended.outcome)]);\n    }',
    },
  ],
};
