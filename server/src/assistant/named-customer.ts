import { isOfficeRole } from '@curbwrench/contract/people/roles';
import { listUsers } from '../accounts/queries/users.ts';
import type { AskerContext } from './topic.ts';
import type { KnownPerson } from './parsed-question.ts';

/** A customer whom the office named. Not every customer has an email address. */
export interface NamedCustomer extends KnownPerson {
  readonly email: string | null;
}

/**
 * Finds the customer whom the office names by these words in a question. Returns `several` if more than one customer
 * matches, and null if none does or if the asker may not look up customers.
 */
export async function findCustomerByName(
  { context, viewer }: AskerContext,
  words: readonly string[],
): Promise<NamedCustomer | 'several' | null> {
  if (!isOfficeRole(viewer.role) || words.length === 0) return null;
  const query = { search: words.join(' '), limit: 2 };
  const page = await listUsers(context.store.kysely, { kind: 'customers' }, query);
  const [person, another] = page?.rows ?? [];
  if (!person) return null;
  if (another) return 'several';
  const { id, first_name, last_name, email } = person;
  return { id, name: `${first_name} ${last_name}`.trim(), email };
}
