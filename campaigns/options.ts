import { CommandLineError, parseCommandLine, parseWholeNumber } from '../bench/command-line.ts';

/** The options of a campaign. */
export interface CampaignOptions {
  readonly campaign: string;
  /** The URL of a PostgreSQL server, as a user who may create databases; null for a temporary server, if possible. */
  readonly database: string | null;
  /** Whether to run only on the embedded database. */
  readonly embedded: boolean;
  /** The value of `--runs`; each campaign has its own meaning and default for it. */
  readonly runs: number | null;
  /** Numbers of simultaneous clients; `contention` runs once with each of them. */
  readonly clients: readonly number[];
  /** The seed of the random input; null for a new one. */
  readonly seed: number | null;
}

/** Runs a campaign and prints its stats; returns whether every guarantee held. */
export type Campaign = (options: CampaignOptions) => Promise<boolean>;

/** Reads the command line. Throws a CommandLineError for an invalid value. */
export function readOptions(
  args: readonly string[],
  campaignNames: readonly string[],
): CampaignOptions {
  const { values, positionals } = parseCommandLine({
    args: [...args],
    allowPositionals: true,
    options: {
      database: { type: 'string' },
      embedded: { type: 'boolean', default: false },
      runs: { type: 'string' },
      clients: { type: 'string', default: '2,16,64' },
      seed: { type: 'string' },
    },
  });
  const [campaign = '', ...extra] = positionals;
  if (!campaignNames.includes(campaign) || extra.length > 0) {
    throw new CommandLineError(`Please name one campaign: ${campaignNames.join(', ')}.`);
  }
  if (values.database !== undefined && values.embedded) {
    throw new CommandLineError('Only one of --database and --embedded may be given.');
  }
  return {
    campaign,
    database: values.database === undefined ? null : parseServerUrl(values.database),
    embedded: values.embedded,
    runs: values.runs === undefined ? null : parseWholeNumber('runs', values.runs, 1),
    clients: values.clients.split(',').map((value) => parseWholeNumber('clients', value, 1)),
    seed: values.seed === undefined ? null : parseWholeNumber('seed', values.seed, 0),
  };
}

function parseServerUrl(value: string): string {
  if (URL.canParse(value) && /^postgres(ql)?:$/.test(new URL(value).protocol)) return value;
  throw new CommandLineError('--database takes an address such as postgres://user@localhost:5432.');
}
