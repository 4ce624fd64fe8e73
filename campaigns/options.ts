import { parseArgs } from 'node:util';

/** What a campaign is told. */
export interface CampaignOptions {
  readonly campaign: string;
  /** A PostgreSQL server whose user may create databases; null for one of our own, if there is. */
  readonly database: string | null;
  /** Run on the embedded database only. */
  readonly embedded: boolean;
  /** How often, or how many; each campaign has its own default. */
  readonly runs: number | null;
  /** How many clients at the same moment, one round each. */
  readonly clients: readonly number[];
  /** A seed to repeat a random run by. */
  readonly seed: number | null;
  /** A deliberately broken build to run against, by name, or `all` of this campaign's. */
  readonly broken: string | null;
}

/** Runs a campaign and prints its figures; answers whether every promise was kept. */
export type Campaign = (options: CampaignOptions) => Promise<boolean>;

/** Reads the command line. Throws one sentence for a value that is wrong. */
export function readOptions(words: readonly string[], names: readonly string[]): CampaignOptions {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      database: { type: 'string' },
      embedded: { type: 'boolean', default: false },
      runs: { type: 'string' },
      clients: { type: 'string', default: '2,16,64' },
      seed: { type: 'string' },
      broken: { type: 'string' },
    },
  });
  const [campaign = ''] = positionals;
  if (!names.includes(campaign)) {
    throw new Error(`Please name a campaign: ${names.join(', ')}.`);
  }
  return {
    campaign,
    database: values.database ?? null,
    embedded: values.embedded,
    runs: values.runs === undefined ? null : wholeNumber('runs', values.runs),
    clients: values.clients.split(',').map((word) => wholeNumber('clients', word)),
    seed: values.seed === undefined ? null : wholeNumber('seed', values.seed),
    broken: values.broken ?? null,
  };
}

function wholeNumber(name: string, word: string): number {
  if (!/^\d{1,9}$/.test(word)) throw new Error(`--${name} takes whole numbers, not "${word}".`);
  return Number(word);
}
