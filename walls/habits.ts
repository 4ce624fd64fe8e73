/** Code that the linter or the compiler must refuse wherever it stands in these rooms. */
export type HabitCase = { why: string; from: string; code: string; refusedBy: string };

export const refusedByLinter: HabitCase[] = [
  {
    why: 'the domain is told the time',
    from: 'server/src/domain/clock.ts',
    code: 'export const now = Date.now();',
    refusedBy: 'curbwrench(no-clock)',
  },
  {
    why: 'the domain is told the time',
    from: 'server/src/domain/date.ts',
    code: 'export const now = new Date();',
    refusedBy: 'curbwrench(no-clock)',
  },
  {
    why: 'the domain does not throw dice',
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
    why: 'a name is imported from where it is defined',
    from: 'server/src/db/barrel.ts',
    code: "export * from './appointments.ts';",
    refusedBy: 'curbwrench(no-export-star)',
  },
  {
    why: 'a thing has one name everywhere',
    from: 'server/src/db/default.ts',
    code: 'const rows = 1;\nexport default rows;',
    refusedBy: 'import(no-default-export)',
  },
  {
    why: 'a file may not need itself',
    from: 'server/src/db/cycle.ts',
    code: "import { other } from './cycle-back.ts';\nexport const one = (): number => other();",
    refusedBy: 'import(no-cycle)',
  },
  {
    why: 'any switches the checks off',
    from: 'contract/src/any.ts',
    code: 'export const value: any = 1;',
    refusedBy: 'typescript(no-explicit-any)',
  },
];

export const refusedByCompiler: HabitCase[] = [
  {
    why: 'the domain knows no Node',
    from: 'server/src/domain/environment.ts',
    code: 'export const port = process.env.PORT;',
    refusedBy: 'TS2591',
  },
  {
    why: 'the domain knows no browser',
    from: 'server/src/domain/browser.ts',
    code: 'export const title = document.title;',
    refusedBy: 'TS2584',
  },
  {
    why: 'the domain knows no network',
    from: 'server/src/domain/network.ts',
    code: "export const answer = fetch('/');",
    refusedBy: 'TS2304',
  },
  {
    why: 'the contract knows no Node',
    from: 'contract/src/file.ts',
    code: "import { readFileSync } from 'node:fs';\nexport const read = readFileSync;",
    refusedBy: 'TS2591',
  },
  {
    why: 'the domain lies below the database',
    from: 'server/src/domain/database.ts',
    code: "import { rows } from '../db/rows.ts';\nexport const copy = rows;",
    refusedBy: 'TS6307',
  },
  {
    why: 'the web app lies outside the server',
    from: 'web/src/server.ts',
    code: "import { rows } from '../../server/src/db/rows.ts';\nexport const copy = rows;",
    refusedBy: 'TS6307',
  },
];
