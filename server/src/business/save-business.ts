import type { BusinessSettingsInput } from '@curbwrench/contract/business/schemas';
import { readBusiness } from '../application/business-queries.ts';
import type { Actor } from '../application/rules/actor.ts';
import { refused, type Result } from '../application/rules/result.ts';
import {
  done,
  getCurrentMoment,
  runInTransaction,
  type Context,
} from '../application/transaction.ts';
import { lockBusiness, updateBusiness } from './business-changes.ts';
import { listOpenStarts, readFixedSettings } from './settings-queries.ts';
import { countNewlyOutside, describeOutside } from './settings-rules.ts';

const zoneIsFixed = 'The time zone cannot be changed any more, because there is an appointment.';
const currencyIsFixed = 'The currency cannot be changed any more, because there is a payment.';

/**
 * Saves the business's settings. What is booked stays as it is: if open appointments lie outside new booking rules,
 * the first attempt is refused with their number, and the admin confirms. Refused if someone else has saved since
 * these settings were read. The time zone is fixed from the first appointment on, the currency from the first
 * payment on.
 */
export async function saveBusiness(
  context: Context,
  actor: Actor,
  { version, confirmOutside, ...settings }: BusinessSettingsInput,
): Promise<Result<void>> {
  const { local } = getCurrentMoment(context);
  return runInTransaction(context, actor.id, async (trx) => {
    if ((await lockBusiness(trx)) !== version) {
      return refused(
        'changed_meanwhile',
        'Someone else has changed the settings meanwhile. Please check them and make your change again.',
      );
    }
    const present = (await readBusiness(trx))?.settings ?? context.business;
    const { isTimeZoneFixed, isCurrencyFixed } = await readFixedSettings(trx);
    if (isTimeZoneFixed && settings.timeZone !== present.timeZone) {
      return refused('in_use', zoneIsFixed, { timeZone: zoneIsFixed });
    }
    if (isCurrencyFixed && settings.currency !== present.currency) {
      return refused('in_use', currencyIsFixed, { currency: currencyIsFixed });
    }
    const starts = confirmOutside ? [] : await listOpenStarts(trx, local.date);
    const outside = countNewlyOutside(starts, present, settings, local.date);
    if (outside > 0) return refused('appointments_outside', describeOutside(outside));
    await updateBusiness(trx, settings);
    return done(undefined, [{ kind: 'business', subjectId: 'business' }]);
  });
}
