/**
 * Code that the linter or the compiler must reject in `file`. `rejectedBy` is the rule or error that it must report.
 */
export type RejectedCode = { reason: string; file: string; code: string; rejectedBy: string };

export const rejectedByLinter: RejectedCode[] = [
  {
    reason: 'functions in rules files take the time as an argument',
    file: 'server/src/payments/clock-rules.ts',
    code: 'export const now = Date.now();',
    rejectedBy: 'curbwrench(no-clock-or-randomness)',
  },
  {
    reason: 'functions in rules files take the time as an argument',
    file: 'server/src/payments/rules.ts',
    code: 'export const now = new Date();',
    rejectedBy: 'curbwrench(no-clock-or-randomness)',
  },
  {
    reason: 'rules files do not use random numbers',
    file: 'server/src/scheduling/rules/chance.ts',
    code: 'export const chance = Math.random();',
    rejectedBy: 'curbwrench(no-clock-or-randomness)',
  },
  {
    reason: 'environment variables are read once, in config.ts',
    file: 'server/src/payments/environment-routes.ts',
    code: 'export const port = process.env.PORT;',
    rejectedBy: 'node(no-process-env)',
  },
  {
    reason: 'a name is imported from the file that defines it',
    file: 'server/src/payments/barrel-queries.ts',
    code: "export * from './queries.ts';",
    rejectedBy: 'curbwrench(no-export-star)',
  },
  {
    reason: 'exports have names, so that every import uses the same name',
    file: 'server/src/payments/default-queries.ts',
    code: 'const rows = 1;\nexport default rows;',
    rejectedBy: 'import(no-default-export)',
  },
  {
    reason: 'imports have no cycles',
    file: 'server/src/payments/cycle.ts',
    code: "import { other } from './cycle-back.ts';\nexport const one = (): number => other();",
    rejectedBy: 'import(no-cycle)',
  },
  {
    reason: '`any` disables type checking',
    file: 'contract/src/any.ts',
    code: 'export const value: any = 1;',
    rejectedBy: 'typescript(no-explicit-any)',
  },
];

export const rejectedByCompiler: RejectedCode[] = [
  {
    reason: 'rules files do not use Node',
    file: 'server/src/payments/environment-rules.ts',
    code: 'export const port = process.env.PORT;',
    rejectedBy: 'TS2591',
  },
  {
    reason: 'rules files do not use the browser',
    file: 'server/src/payments/rules.ts',
    code: 'export const title = document.title;',
    rejectedBy: 'TS2584',
  },
  {
    reason: 'rules files do not use the network',
    file: 'server/src/scheduling/rules/network.ts',
    code: "export const response = fetch('/');",
    rejectedBy: 'TS2304',
  },
  {
    reason: 'the contract does not use Node',
    file: 'contract/src/file.ts',
    code: "import { readFileSync } from 'node:fs';\nexport const read = readFileSync;",
    rejectedBy: 'TS2591',
  },
  {
    reason: 'rules files do not import queries',
    file: 'server/src/payments/database-rules.ts',
    code: "import { rows } from './queries.ts';\nexport const copy = rows;",
    rejectedBy: 'TS6307',
  },
  {
    reason: 'the web app does not import the server',
    file: 'web/src/server.ts',
    code: "import { rows } from '../../server/src/payments/queries.ts';\nexport const copy = rows;",
    rejectedBy: 'TS6307',
  },
];
