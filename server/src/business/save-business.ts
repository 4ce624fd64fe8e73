import type { BusinessSettingsInput } from '@curbwrench/contract/business/schemas';
import { readBusiness } from '../application/business-queries.ts';
import type { Actor } from '../application/rules/actor.ts';
import { refused, type Result } from '../application/rules/result.ts';
import {
  done,
  getCurrentTime,
  runInTransaction,
  type Context,
} from '../application/transaction.ts';
import { lockBusiness, updateBusiness } from './business-changes.ts';
import { listOpenStartTimes, readFixedSettings } from './settings-queries.ts';
import { countNewlyOutsideRules, describeAppointmentsOutside } from './settings-rules.ts';

const timeZoneRefusal = "The time zone can't be changed once there are appointments.";
const currencyRefusal = "The currency can't be changed once there are payments.";

/**
 * Saves the business's settings. Booked appointments do not change. If open ones are outside the new booking rules,
 * the settings are refused until the admin confirms, and the refusal says how many there are. Also refused if someone
 * else has saved settings since these were read. The time zone is fixed as soon as there is an appointment, and the
 * currency as soon as there is a payment.
 */
export async function saveBusiness(
  context: Context,
  actor: Actor,
  { version, confirmOutside, ...settings }: BusinessSettingsInput,
): Promise<Result<void>> {
  const { local } = getCurrentTime(context);
  return runInTransaction(context, actor.id, async (trx) => {
    if ((await lockBusiness(trx)) !== version) {
      return refused(
        'changed_meanwhile',
        'Someone else has changed the settings. Please check them and make your change again.',
      );
    }
    const current = (await readBusiness(trx))?.settings ?? context.business;
    const { isTimeZoneFixed, isCurrencyFixed } = await readFixedSettings(trx);
    if (isTimeZoneFixed && settings.timeZone !== current.timeZone) {
      return refused('in_use', timeZoneRefusal, { timeZone: timeZoneRefusal });
    }
    if (isCurrencyFixed && settings.currency !== current.currency) {
      return refused('in_use', currencyRefusal, { currency: currencyRefusal });
    }
    const startTimes = confirmOutside ? [] : await listOpenStartTimes(trx, local.date);
    const outsideCount = countNewlyOutsideRules(startTimes, current, settings, local.date);
    if (outsideCount > 0) {
      return refused('appointments_outside', describeAppointmentsOutside(outsideCount));
    }
    await updateBusiness(trx, settings);
    return done(undefined, [{ kind: 'business', subjectId: 'business' }]);
  });
}
