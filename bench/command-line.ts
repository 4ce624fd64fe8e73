import { parseArgs, type ParseArgsConfig } from 'node:util';

/** Thrown if the command line is invalid. Its message is shown to the user. */
export class CommandLineError extends Error {
  override readonly name = 'CommandLineError';
}

/** Returns a command line's options by name. Throws a CommandLineError for an unknown option. */
export function parseCommandLine<T extends ParseArgsConfig>(
  config: T,
): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config);
  } catch (error) {
    const isUsageError = String(Reflect.get(Object(error), 'code')).startsWith('ERR_PARSE_ARGS');
    throw isUsageError && error instanceof Error ? new CommandLineError(error.message) : error;
  }
}

/** Parses a whole number. Throws a CommandLineError that names the option unless the number is at least `minimum`. */
export function parseWholeNumber(option: string, text: string, minimum: number): number {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : -1;
  if (number >= minimum) return number;
  throw new CommandLineError(
    `--${option} takes whole numbers of at least ${minimum}, not "${text}".`,
  );
}

/**
 * Runs a command and returns its exit code: 0 on success. For a CommandLineError, only
 * its message is printed; other errors are thrown with all details.
 */
export async function runForExitCode(work: () => Promise<boolean>): Promise<0 | 1> {
  try {
    return (await work()) ? 0 : 1;
  } catch (error) {
    if (!(error instanceof CommandLineError)) throw error;
    console.error(error.message);
    return 1;
  }
}
