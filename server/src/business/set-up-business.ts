import { randomUUID } from 'node:crypto';
import type { setUpInput } from '@curbwrench/contract/people/invitation-schemas';
import type { z } from 'zod';
import { lockEmailAddress } from '../accounts/changes/account-changes.ts';
import { hasAdmin, getSecurityStamp } from '../accounts/queries/accounts.ts';
import { isValidSetUpToken, storeSetUpToken, consumeSetUpToken } from './set-up-changes.ts';
import { refused, type Result } from '../application/rules/result.ts';
import type { AccountSecurityStamp } from '../application/rules/account-security-stamp.ts';
import type { AccountContext } from '../application/account-context.ts';
import { personChanged } from '../application/events.ts';
import { hashToken, createToken } from '../accounts/commands/one-time-token.ts';
import { createVerifiedAccount } from '../accounts/commands/create-verified-account.ts';
import { done, runInTransaction, type Context } from '../application/transaction.ts';

const alreadySetUp = refused('not_allowed', 'This business is already set up. Please log in.');
const wrongToken = refused(
  'link_expired',
  'This setup link is not valid. Please use the one the server printed when it last started.',
);

/**
 * Creates the token for setting up the first admin, to be printed at startup. Returns null if there is already
 * an admin. Only the token's hash is stored, and only the latest token is valid, no matter which process created it. A
 * restart replaces a lost token.
 */
export async function createSetUpToken(context: Context): Promise<string | null> {
  if (await hasAdmin(context.store.kysely)) return null;
  const { token, hash } = createToken();
  await storeSetUpToken(context.store.kysely, hash, context.clock.now());
  return token;
}

/**
 * Creates the first admin. Their address counts as verified, because only someone who runs the server can read the
 * token in its output. Returns their account's security stamp. Refused if there is already an admin.
 */
export async function setUpBusiness(
  context: AccountContext,
  input: z.output<typeof setUpInput>,
): Promise<Result<AccountSecurityStamp>> {
  if (await hasAdmin(context.store.kysely)) return alreadySetUp;
  const { token, email, firstName, lastName } = input;
  const tokenHash = hashToken(token);
  if (!(await isValidSetUpToken(context.store.kysely, tokenHash))) return wrongToken;
  const password = await context.identity.preparePassword(input.password, email);
  if (!password.ok) return password;

  const id = randomUUID();
  return runInTransaction(context, id, async (trx) => {
    // A concurrent request waits here until the first request has created an admin.
    const isConsumed = await consumeSetUpToken(trx, tokenHash);
    if (await hasAdmin(trx)) return alreadySetUp;
    if (!isConsumed) return wrongToken;
    await lockEmailAddress(trx, email);
    const refusal = await createVerifiedAccount(
      trx,
      { id, email, firstName, lastName, role: 'admin', passwordHash: password.value },
      context.clock.now(),
    );
    if (refusal) return refusal;
    return done(await getSecurityStamp(trx, id), [personChanged(id)]);
  });
}
