import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';
import { verifyPassword } from 'better-auth/crypto';

/** What scrypt is asked to do (RFC 7914): memory is 128 * N * r bytes, work grows with p too. */
export interface PasswordCost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

/**
 * One of the equal settings that OWASP's Password Storage Cheat Sheet names as the least (ASVS 5.0
 * 11.4.2): of those, the one that takes 32 MB, so that a few sign-ins at once fit a small machine.
 */
export const usualPasswordCost: PasswordCost = { N: 2 ** 15, r: 8, p: 3 };

const keyLength = 64;

/** How passwords are hashed and compared. */
export interface PasswordHashing {
  /** What is kept of a password: `scrypt:N:r:p:salt:key`, both in hexadecimal. */
  readonly hash: (password: string) => Promise<string>;
  /** Whether it is the password, by today's hashes and by the library's former `salt:key`. */
  readonly verify: (given: {
    readonly hash: string;
    readonly password: string;
  }) => Promise<boolean>;
  /** A hash of another cost than today's, to be replaced when the password is next known. */
  readonly isOutdated: (hash: string) => boolean;
}

/** Hashes with a cost. Tests are composed with a lower one than the usual. */
export function passwordHashing(cost: PasswordCost): PasswordHashing {
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
      const kept = { N: Number(work), r: Number(block), p: Number(lanes) };
      const derived = await derive(password, Buffer.from(salt, 'hex'), kept);
      const expected = Buffer.from(key, 'hex');
      return derived.length === expected.length && timingSafeEqual(derived, expected);
    },
    isOutdated: (hash) => !hash.startsWith(prefix),
  };
}

/** Off the main thread. One password typed on different keyboards is one (NFKC). */
function derive(password: string, salt: Buffer, cost: PasswordCost): Promise<Buffer> {
  const options: ScryptOptions = { ...cost, maxmem: 256 * cost.N * cost.r };
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, keyLength, options, (error, key) => {
      if (error) reject(error);
      else resolve(key);
    });
  });
}
