import { readFileSync } from 'node:fs';

/** The values of the configuration that are secret, or have a password in them. */
export const secretNames = [
  'DATABASE_URL',
  'MIGRATION_DATABASE_URL',
  'AUTH_SECRET',
  'OIDC_CLIENT_SECRET',
  'SMTP_URL',
] as const;

type Environment = Readonly<Record<string, string | undefined>>;

/** A secret's file is a line; nobody reads a whole disk by a mistake in a name. */
const longest = 10_000;

/**
 * Every secret may stand in a file, as vaults hand them out (ASVS 5.0 13.3.1): NAME_FILE names it
 * instead of NAME; white space around its text doesn't count. Answers the environment with what was
 * read, or the sentence that stops the start: both are set, or the file can't be read or is empty.
 */
export function readSecretFiles(
  env: Environment,
): { readonly env: Environment } | { readonly problem: string } {
  const read: Record<string, string> = {};
  for (const name of secretNames) {
    const file = env[`${name}_FILE`];
    if (!file) continue;
    if (env[name]) return { problem: `Only one of ${name} and ${name}_FILE may be set.` };
    const text = textOf(file);
    if (text === null) return { problem: `${name}_FILE must name a file that can be read.` };
    if (text === '' || text.length > longest) {
      return {
        problem: `${name}_FILE must name a file with the value of ${name} and nothing else.`,
      };
    }
    read[name] = text;
  }
  return { env: { ...env, ...read } };
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return null;
  }
}
