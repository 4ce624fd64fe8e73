import { readFileSync } from 'node:fs';

/** The configuration values that are secret, or contain a password. */
export const secretNames = [
  'DATABASE_URL',
  'MIGRATION_DATABASE_URL',
  'AUTH_SECRET',
  'OIDC_CLIENT_SECRET',
  'SMTP_URL',
  'TWILIO_API_SECRET',
  'TWILIO_AUTH_TOKEN',
] as const;

type Environment = Readonly<Record<string, string | undefined>>;

/** The maximum length of a secret, in case NAME_FILE names the wrong file. */
const maximumLength = 10_000;

/**
 * Reads secrets from files, which is how secret stores provide them (ASVS 5.0 13.3.1): NAME_FILE names the file with
 * the value of NAME. Surrounding whitespace is ignored. Returns the environment with the values, or a problem: NAME and
 * NAME_FILE are both set, or the file can't be read, is empty or is too long.
 */
export function readSecretFiles(
  env: Environment,
): { readonly env: Environment } | { readonly problem: string } {
  const secrets: Record<string, string> = {};
  for (const name of secretNames) {
    const file = env[`${name}_FILE`];
    if (!file) continue;
    if (env[name]) return { problem: `Only one of ${name} and ${name}_FILE may be set.` };
    const text = readTextOrNull(file);
    if (text === null) return { problem: `${name}_FILE must name a file that can be read.` };
    if (text === '' || text.length > maximumLength) {
      return {
        problem: `${name}_FILE must name a file with the value of ${name} and nothing else.`,
      };
    }
    secrets[name] = text;
  }
  return { env: { ...env, ...secrets } };
}

function readTextOrNull(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return null;
  }
}
