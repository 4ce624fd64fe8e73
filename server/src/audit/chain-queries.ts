import { createHash } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';

/** An entry's number and hash. Stored elsewhere, they can later prove that no entry up to this one was rewritten. */
export interface Anchor {
  readonly number: number;
  /** In hexadecimal. */
  readonly hash: string;
}

/** The result of checking the entire trail. `lastEntry` is null while there is no entry. */
export type ChainReport =
  | { readonly isIntact: true; readonly entries: number; readonly lastEntry: Anchor | null }
  | { readonly isIntact: false; readonly entry: number; readonly problem: string };

const pageSize = 2000;

/**
 * Recomputes the audit trail's chain from its first entry. Detects an entry that was changed, removed or
 * moved, personal values that were changed or deleted without an erasure, and, given an anchor, a chain that
 * was truncated or rewritten. Reports the first broken entry. The hashes are computed here, not by functions
 * stored in the same database.
 */
export async function verifyAuditTrail(
  db: Kysely<Database>,
  anchor: Anchor | null = null,
): Promise<ChainReport> {
  let lastEntry: Anchor | null = null;
  let hash: Uint8Array = new Uint8Array();
  for (let number = 0; ;) {
    const page: readonly ChainLink[] = await readLinks(db, number);
    for (const link of page) {
      if (link.number !== number + 1)
        return createBrokenReport(number + 1, `Entry ${number + 1} is missing.`);
      const problem = findLinkProblem(link, hash);
      if (problem !== null) return createBrokenReport(link.number, problem);
      ({ number, hash } = link);
      lastEntry = { number, hash: link.hash.toString('hex') };
      if (number === anchor?.number && lastEntry.hash !== anchor.hash) {
        return createBrokenReport(number, `Entry ${number} does not match the anchor.`);
      }
    }
    if (page.length < pageSize) break;
  }
  const entries = lastEntry?.number ?? 0;
  if (anchor !== null && anchor.number > entries) {
    return createBrokenReport(
      entries + 1,
      `The audit trail ends at entry ${entries}, before the anchor (entry ${anchor.number}).`,
    );
  }
  if (await hasPersonalValuesAfter(db, entries)) {
    return createBrokenReport(
      entries + 1,
      `Entry ${entries + 1} is missing, but its personal values are not.`,
    );
  }
  const erasedNumber = await findUnrecordedErasure(db);
  if (erasedNumber !== null) {
    return createBrokenReport(
      erasedNumber,
      `The personal values of entry ${erasedNumber} were removed without a recorded erasure.`,
    );
  }
  return { isIntact: true, entries, lastEntry };
}

/** An entry with the text that is hashed and the hash, and the same for its personal values. */
interface ChainLink {
  number: number;
  text: string;
  hash: Buffer;
  personal_hash: Buffer | null;
  has_personal_row: boolean;
  /** Null if erased. */
  personal_text: string | null;
}

/** Reads one page of entries after a number, using only PostgreSQL's built-in functions to build the texts. */
async function readLinks(db: Kysely<Database>, after: number): Promise<ChainLink[]> {
  const { rows } = await sql<ChainLink>`
    select e.number, e.hash, e.personal_hash,
      jsonb_build_array(
        e.number, to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), e.actor_id,
        e.action, e.subject, e.subject_id, e.owner_id, e.before, e.after,
        e.personal_fields, e.secret_fields, encode(e.personal_hash, 'hex')
      )::text as text,
      p.entry_number is not null as has_personal_row,
      case when p.salt is not null or p.before is not null or p.after is not null then
        jsonb_build_array(p.salt, p.before, p.after)::text
      end as personal_text
    from audit_entries e
    left join audit_personal p on p.entry_number = e.number
    where e.number > ${after} order by e.number limit ${sql.lit(pageSize)}
  `.execute(db);
  return rows;
}

/** Returns what is wrong with an entry, given the hash of the entry before it; null if it is correct. */
function findLinkProblem(link: ChainLink, previousHash: Uint8Array): string | null {
  const { number } = link;
  if (!sha256(previousHash, link.text).equals(link.hash)) {
    return `The chain breaks at entry ${number}: that entry or the previous one was changed.`;
  }
  if (link.has_personal_row !== (link.personal_hash !== null)) {
    return `The personal values of entry ${number} were ${link.has_personal_row ? 'added' : 'removed'}.`;
  }
  const { personal_hash: personalHash, personal_text: personalText } = link;
  if (
    personalHash &&
    personalText !== null &&
    !sha256(new Uint8Array(), personalText).equals(personalHash)
  ) {
    return `The personal values of entry ${number} were changed.`;
  }
  return null;
}

function sha256(previousHash: Uint8Array, text: string): Buffer {
  return createHash('sha256').update(previousHash).update(text, 'utf8').digest();
}

/** Returns whether entries were deleted from the end of the trail but their personal values were not. */
async function hasPersonalValuesAfter(db: Kysely<Database>, lastNumber: number): Promise<boolean> {
  const { rows } = await sql`
    select from audit_personal where entry_number > ${lastNumber}
      and not exists (select from audit_entries where number > ${lastNumber}) limit 1
  `.execute(db);
  return rows.length > 0;
}

/**
 * Returns the number of the first entry whose personal values were removed without a recorded reason; null if
 * there is none. For an entry with an owner, the trail must record the owner's erasure. An entry without an owner is
 * about an invitation, or says that an admin viewed a message to an address without an account. The address in such an
 * entry may be erased only after the invitation is deleted, and must then be erased from the entry about that deletion,
 * too.
 */
async function findUnrecordedErasure(db: Kysely<Database>): Promise<number | null> {
  const { rows } = await sql<{ number: number }>`
    select e.number from audit_personal p join audit_entries e on e.number = p.entry_number
    where p.salt is null and not case
      when e.owner_id is not null then exists (
        select from audit_entries erasure
        where erasure.subject = 'user' and erasure.action = 'erased'
          and erasure.subject_id = e.owner_id
      )
      else exists (
        select from audit_entries deletion
        join audit_personal deleted on deleted.entry_number = deletion.number
        where deletion.subject = 'invitation' and deletion.action = 'deleted'
          and deleted.salt is null
          and (e.subject = 'mail' or e.subject = 'invitation' and deletion.subject_id = e.subject_id)
      )
    end
    order by e.number limit 1
  `.execute(db);
  return rows[0]?.number ?? null;
}

function createBrokenReport(entry: number, problem: string): ChainReport {
  return { isIntact: false, entry, problem };
}
