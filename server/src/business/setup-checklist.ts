// Reads tables owned by these modules: mechanics, people, service-areas, services
import {
  setupSteps,
  type SetupChecklist,
  type SetupChecklistChange,
  type SetupStep,
} from '@curbwrench/contract/business/schemas';
import { sql, type Kysely } from 'kysely';
import type { Actor } from '../application/rules/actor.ts';
import type { Result } from '../application/rules/result.ts';
import { done, runInTransaction, type Context } from '../application/transaction.ts';
import type { Database } from '../database/schema.ts';

/**
 * Reads the setup checklist. The data shows whether a step is done, except for the hours: every business has opening
 * hours from its first start, so that step is done only when an admin has checked it off.
 */
export async function readSetupChecklist(db: Kysely<Database>): Promise<SetupChecklist> {
  const { rows } = await sql<
    { isShown: boolean; checked: readonly string[] } & Record<SetupStep, boolean>
  >`
    select b.checklist_shown as "isShown", b.checked_steps as checked,
      b.phone is not null and b.address is not null as business,
      'hours' = any(b.checked_steps) as hours,
      exists (select from services where archived_at is null) as services,
      exists (select from mechanics where active)
        or exists (select from invitations where role = 'mechanic') as mechanics,
      exists (select from service_areas) as areas
    from business b
  `.execute(db);
  const [row] = rows;
  if (!row) throw new Error('The business has no settings.');
  return {
    isShown: row.isShown,
    steps: setupSteps.map((step) => ({
      step,
      isDone: row[step],
      isChecked: row.checked.includes(step),
    })),
  };
}

/** Checks off or unchecks a step, or shows or hides the checklist. */
export async function changeSetupChecklist(
  context: Context,
  actor: Actor,
  change: SetupChecklistChange,
): Promise<Result<void>> {
  return runInTransaction(context, actor.id, async (trx) => {
    const update = trx.updateTable('business');
    if ('isShown' in change) {
      await update.set({ checklist_shown: change.isShown }).execute();
    } else {
      const otherSteps = sql`array_remove(checked_steps, ${change.step})`;
      await update
        .set({
          checked_steps: change.isChecked
            ? sql<string[]>`array_append(${otherSteps}, ${change.step})`
            : sql<string[]>`${otherSteps}`,
        })
        .execute();
    }
    return done(undefined, [{ kind: 'business', subjectId: 'business' }]);
  });
}
