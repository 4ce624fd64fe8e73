import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';
import { verifyPassword } from 'better-auth/crypto';

/** Parameters of scrypt (RFC 7914). It uses 128 * N * r bytes of memory; the CPU time also grows with p. */
export interface PasswordCost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

/**
 * One of the equivalent minimum settings of OWASP's Password Storage Cheat Sheet (ASVS 5.0 11.4.2): the one
 * that takes 32 MB, so that a few simultaneous sign-ins fit on a small machine.
 */
export const defaultPasswordCost: PasswordCost = { N: 2 ** 15, r: 8, p: 3 };

const keyLength = 64;

/** Functions that hash and compare passwords. */
export interface PasswordHashing {
  /** Returns the hash of a password to store: `scrypt:N:r:p:salt:key`, salt and key in hexadecimal. */
  readonly hash: (password: string) => Promise<string>;
  /** Returns whether a hash belongs to a password. Also accepts the library's own format, `salt:key`. */
  readonly verify: (attempt: {
    readonly hash: string;
    readonly password: string;
  }) => Promise<boolean>;
  /** Returns whether a hash's cost differs from the current one; if so, the next sign-in replaces the hash. */
  readonly isOutdated: (hash: string) => boolean;
}

/** Returns the hashing functions for a cost. Tests use a lower cost than the default. */
export function createPasswordHashing(cost: PasswordCost): PasswordHashing {
  const { N, r, p } = cost;
  const prefix = `scrypt:${N}:${r}:${p}:`;
  return {
    async hash(password) {
      const salt = randomBytes(16);
      return `${prefix}${salt.toString('hex')}:${(await derive(password, salt, cost)).toString('hex')}`;
    },
    async verify({ hash, password }) {
      const parts = /^scrypt:(\d+):(\d+):(\d+):([0-9a-f]+):([0-9a-f]+)$/.exec(hash);
      if (!parts) return verifyPassword({ hash, password });
      const [, work = '', block = '', lanes = '', salt = '', key = ''] = parts;
      const storedCost = { N: Number(work), r: Number(block), p: Number(lanes) };
      const derived = await derive(password, Buffer.from(salt, 'hex'), storedCost);
      const expected = Buffer.from(key, 'hex');
      return derived.length === expected.length && timingSafeEqual(derived, expected);
    },
    isOutdated: (hash) => !hash.startsWith(prefix),
  };
}

/** Derives a key off the main thread. Normalizes the password (NFKC), since keyboards encode text differently. */
function derive(password: string, salt: Buffer, cost: PasswordCost): Promise<Buffer> {
  // Twice the memory that scrypt uses, since Node's default limit is too low.
  const options: ScryptOptions = { ...cost, maxmem: 256 * cost.N * cost.r };
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, keyLength, options, (error, key) => {
      if (error) reject(error);
      else resolve(key);
    });
  });
}
