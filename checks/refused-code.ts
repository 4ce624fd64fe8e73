/** Code that the linter or the compiler must refuse in these files. */
export type RefusedCode = { why: string; from: string; code: string; refusedBy: string };

export const refusedByLinter: RefusedCode[] = [
  {
    why: 'a rule is told the time',
    from: 'server/src/payments/clock-rules.ts',
    code: 'export const now = Date.now();',
    refusedBy: 'curbwrench(no-clock)',
  },
  {
    why: 'a rule is told the time',
    from: 'server/src/payments/rules.ts',
    code: 'export const now = new Date();',
    refusedBy: 'curbwrench(no-clock)',
  },
  {
    why: 'a rule does not throw dice',
    from: 'server/src/scheduling/rules/chance.ts',
    code: 'export const chance = Math.random();',
    refusedBy: 'curbwrench(no-clock)',
  },
  {
    why: 'the environment is read once, in config.ts',
    from: 'server/src/payments/environment-routes.ts',
    code: 'export const port = process.env.PORT;',
    refusedBy: 'node(no-process-env)',
  },
  {
    why: 'a name is imported from where it is defined',
    from: 'server/src/payments/barrel-queries.ts',
    code: "export * from './queries.ts';",
    refusedBy: 'curbwrench(no-export-star)',
  },
  {
    why: 'a thing has one name everywhere',
    from: 'server/src/payments/default-queries.ts',
    code: 'const rows = 1;\nexport default rows;',
    refusedBy: 'import(no-default-export)',
  },
  {
    why: 'a file may not need itself',
    from: 'server/src/payments/cycle.ts',
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

export const refusedByCompiler: RefusedCode[] = [
  {
    why: 'a rule knows no Node',
    from: 'server/src/payments/environment-rules.ts',
    code: 'export const port = process.env.PORT;',
    refusedBy: 'TS2591',
  },
  {
    why: 'a rule knows no browser',
    from: 'server/src/payments/rules.ts',
    code: 'export const title = document.title;',
    refusedBy: 'TS2584',
  },
  {
    why: 'a rule knows no network',
    from: 'server/src/scheduling/rules/network.ts',
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
    why: 'a rule lies below the database',
    from: 'server/src/payments/database-rules.ts',
    code: "import { rows } from './queries.ts';\nexport const copy = rows;",
    refusedBy: 'TS6307',
  },
  {
    why: 'the web app does not import the server',
    from: 'web/src/server.ts',
    code: "import { rows } from '../../server/src/payments/queries.ts';\nexport const copy = rows;",
    refusedBy: 'TS6307',
  },
];
