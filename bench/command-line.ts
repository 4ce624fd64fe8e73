import { parseArgs, type ParseArgsConfig } from 'node:util';

/** The command line asks for what there isn't; the message is one sentence for who typed it. */
export class CommandLineError extends Error {
  override readonly name = 'CommandLineError';
}

/** The words of a command line by name. Throws a CommandLineError for one that isn't known. */
export function readWords<T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config);
  } catch (error) {
    const isTyped = String(Reflect.get(Object(error), 'code')).startsWith('ERR_PARSE_ARGS');
    throw isTyped && error instanceof Error ? new CommandLineError(error.message) : error;
  }
}

/** A whole number of at least so much. Throws a CommandLineError that names the option. */
export function wholeNumber(option: string, word: string, least: number): number {
  const number = /^\d{1,9}$/.test(word) ? Number(word) : -1;
  if (number >= least) return number;
  throw new CommandLineError(`--${option} takes whole numbers from ${least}, not "${word}".`);
}

/**
 * Does what a command is for, and answers its exit code: 0 when that went well. A command line that
 * is wrong is answered with its sentence alone; what else goes wrong says all it knows.
 */
export async function exitCodeOf(work: () => Promise<boolean>): Promise<0 | 1> {
  try {
    return (await work()) ? 0 : 1;
  } catch (error) {
    if (!(error instanceof CommandLineError)) throw error;
    console.error(error.message);
    return 1;
  }
}
