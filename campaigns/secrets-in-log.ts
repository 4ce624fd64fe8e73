import type { HostileRequest } from './attacked-site.ts';

/** The fields of requests that must never be logged, whether their values are right or guessed. */
const secretFields = new Set([
  'address',
  'code',
  'email',
  'firstName',
  'lastName',
  'location',
  'password',
  'phone',
  'token',
]);

/** Returns what a request contains that must never be logged. */
export function listSecrets({ path, body, address }: HostileRequest): string[] {
  const inPath = /^\/(?:calendar|unsubscribe)\/([^/]{24,})$/.exec(path)?.[1];
  return [address, ...(inPath === undefined ? [] : [inPath]), ...listSecretValues(body)].filter(
    // Shorter values could occur in the log by chance.
    (text) => text.length >= 6,
  );
}

function listSecretValues(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, field]) => {
    if (typeof field === 'string' && secretFields.has(name)) return listSpellings(field);
    return listSecretValues(field);
  });
}

/** Returns a text and, if it is a phone number, other spellings of it. */
function listSpellings(text: string): string[] {
  const digits = text.replaceAll(/\D/g, '');
  const isPhone = /^[\d ()+-]+$/.test(text) && digits.length === 10;
  if (!isPhone) return [text];
  const [area, exchange, line] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)];
  return [
    text,
    digits,
    `(${area}) ${exchange}-${line}`,
    `${area}-${exchange}-${line}`,
    `+1${digits}`,
  ];
}

/** Returns the secrets that are in the log. A code counts only if it stands alone, not if it is part of a time. */
export function findSecretsInLog(
  log: readonly string[],
  secrets: ReadonlySet<string>,
): readonly string[] {
  const text = log.join('\n').replaceAll(/"pid":\d+/g, '');
  if (text === '') return ['the log is empty'];
  const numbers = new Set(text.match(/(?<![\d.])\d+(?![\d.])/g));
  return [...secrets]
    .filter((secret) => (/^\d+$/.test(secret) ? numbers.has(secret) : text.includes(secret)))
    .map((secret) => `the log contains ${secret}`);
}
