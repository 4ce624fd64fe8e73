/** Code that the linter or the compiler must refuse anywhere in these modules. */
export type HabitCase = { why: string; from: string; code: string; refusedBy: string };

export const refusedByLinter: HabitCase[] = [
  {
    why: 'the domain receives the time as an argument',
    from: 'server/src/domain/clock.ts',
    code: 'export const now = Date.now();',
    refusedBy: 'curbwrench(no-clock)',
  },
  {
    why: 'the domain receives the time as an argument',
    from: 'server/src/domain/date.ts',
    code: 'export const now = new Date();',
    refusedBy: 'curbwrench(no-clock)',
  },
  {
    why: 'the domain does not use randomness',
    from: 'server/src/domain/chance.ts',
    code: 'export const chance = Math.random();',
    refusedBy: 'curbwrench(no-clock)',
  },
  {
    why: 'the environment is read once, in config.ts',
    from: 'server/src/routes/environment.ts',
    code: 'export const port = process.env.PORT;',
    refusedBy: 'node(no-process-env)',
  },
  {
    why: 'a name is imported from the file that defines it',
    from: 'server/src/db/barrel.ts',
    code: "export * from './appointments.ts';",
    refusedBy: 'curbwrench(no-export-star)',
  },
  {
    why: 'an export has the same name everywhere',
    from: 'server/src/db/default.ts',
    code: 'const rows = 1;\nexport default rows;',
    refusedBy: 'import(no-default-export)',
  },
  {
    why: 'import cycles are not allowed',
    from: 'server/src/db/cycle.ts',
    code: "import { other } from './cycle-back.ts';\nexport const one = (): number => other();",
    refusedBy: 'import(no-cycle)',
  },
  {
    why: 'any turns off type checking',
    from: 'contract/src/any.ts',
    code: 'export const value: any = 1;',
    refusedBy: 'typescript(no-explicit-any)',
  },
];

export const refusedByCompiler: HabitCase[] = [
  {
    why: 'the domain does not use Node',
    from: 'server/src/domain/environment.ts',
    code: 'export const port = process.env.PORT;',
    refusedBy: 'TS2591',
  },
  {
    why: 'the domain does not use the browser',
    from: 'server/src/domain/browser.ts',
    code: 'export const title = document.title;',
    refusedBy: 'TS2584',
  },
  {
    why: 'the domain does not use the network',
    from: 'server/src/domain/network.ts',
    code: "export const answer = fetch('/');",
    refusedBy: 'TS2304',
  },
  {
    why: 'the contract does not use Node',
    from: 'contract/src/file.ts',
    code: "import { readFileSync } from 'node:fs';\nexport const read = readFileSync;",
    refusedBy: 'TS2591',
  },
  {
    why: 'the domain does not import the database',
    from: 'server/src/domain/database.ts',
    code: "import { rows } from '../db/rows.ts';\nexport const copy = rows;",
    refusedBy: 'TS6307',
  },
  {
    why: 'the web app does not import the server',
    from: 'web/src/server.ts',
    code: "import { rows } from '../../server/src/db/rows.ts';\nexport const copy = rows;",
    refusedBy: 'TS6307',
  },
];
