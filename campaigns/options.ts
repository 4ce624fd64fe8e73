import { CommandLineError, readWords, wholeNumber } from '../bench/command-line.ts';

/** The options of a campaign. */
export interface CampaignOptions {
  readonly campaign: string;
  /** A PostgreSQL server whose user may create databases; null for a temporary one, if possible. */
  readonly database: string | null;
  /** Run on the embedded database only. */
  readonly embedded: boolean;
  /** How often, or how many; each campaign has its own default. */
  readonly runs: number | null;
  /** The numbers of clients at the same moment, one round each. */
  readonly clients: readonly number[];
  /** A seed that repeats a random run. */
  readonly seed: number | null;
}

/** Runs a campaign and prints its figures; returns whether every guarantee held. */
export type Campaign = (options: CampaignOptions) => Promise<boolean>;

/** Reads the command line. Throws a CommandLineError for an invalid value. */
export function readOptions(words: readonly string[], names: readonly string[]): CampaignOptions {
  const { values, positionals } = readWords({
    args: [...words],
    allowPositionals: true,
    options: {
      database: { type: 'string' },
      embedded: { type: 'boolean', default: false },
      runs: { type: 'string' },
      clients: { type: 'string', default: '2,16,64' },
      seed: { type: 'string' },
    },
  });
  const [campaign = '', ...more] = positionals;
  if (!names.includes(campaign) || more.length > 0) {
    throw new CommandLineError(`Please name one campaign: ${names.join(', ')}.`);
  }
  if (values.database !== undefined && values.embedded) {
    throw new CommandLineError('Only one of --database and --embedded may be given.');
  }
  return {
    campaign,
    database: values.database === undefined ? null : serverAt(values.database),
    embedded: values.embedded,
    runs: values.runs === undefined ? null : wholeNumber('runs', values.runs, 1),
    clients: values.clients.split(',').map((word) => wholeNumber('clients', word, 1)),
    seed: values.seed === undefined ? null : wholeNumber('seed', values.seed, 0),
  };
}

function serverAt(word: string): string {
  if (URL.canParse(word) && /^postgres(ql)?:$/.test(new URL(word).protocol)) return word;
  throw new CommandLineError('--database takes an address such as postgres://user@localhost:5432.');
}
