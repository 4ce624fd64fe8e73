import { CommandLineError, parseCommandLine } from './command-line.ts';

/** The parts that can be measured. */
const allParts = ['postgres', 'embedded', 'contention', 'movement', 'search'] as const;
type Part = (typeof allParts)[number];

/** The options of the benchmarks. */
export interface BenchOptions {
  readonly parts: readonly Part[];
  /** The larger size on PostgreSQL, such as 1e6. */
  readonly largeSize: string;
  /** The number of rounds, and how long each is: in seconds for reads, in bookings for writes. */
  readonly sampling: {
    readonly rounds: number;
    readonly seconds: number;
    readonly bookings: number;
  };
}

/** Reads the command line. Throws a CommandLineError for an invalid value. */
export function readOptions(args: readonly string[]): BenchOptions {
  const { values } = parseCommandLine({
    args: [...args],
    options: {
      /** Short rounds, and 1e5 instead of 1e6. */
      quick: { type: 'boolean', default: false },
      /** postgres, embedded, contention, movement or search; several separated by commas. */
      only: { type: 'string', default: allParts.join(',') },
      /** The larger size on PostgreSQL. */
      size: { type: 'string' },
    },
  });
  return {
    parts: values.only.split(',').map(parsePart),
    largeSize: parseSize(values.size ?? (values.quick ? '1e5' : '1e6')),
    sampling: values.quick
      ? { rounds: 3, seconds: 2, bookings: 600 }
      : { rounds: 5, seconds: 4, bookings: 900 },
  };
}

function parsePart(text: string): Part {
  const part = allParts.find((name) => name === text);
  if (part !== undefined) return part;
  throw new CommandLineError(`--only takes ${allParts.join(', ')}, not "${text}".`);
}

function parseSize(text: string): string {
  const size = /^\d+(e\d)?$/.test(text) ? Number(text) : 0;
  if (size >= 1000 && size <= 1e7) return text;
  throw new CommandLineError(
    `--size takes a number of appointments from 1e3 to 1e7, not "${text}".`,
  );
}
