import type { Business, BusinessSettingsReply } from '@curbwrench/contract/business/schemas';
import type { FastifyInstance } from 'fastify';
import { readBusiness } from '../application/business-queries.ts';
import { getCurrentTime } from '../application/transaction.ts';
import { readStatsWithChanges } from './stats-comparison-queries.ts';
import { accepted } from '../application/rules/result.ts';
import type { BusinessSettings } from '../application/rules/business-settings.ts';
import { registerEndpoint } from '../http/endpoint.ts';
import type { RouteContext } from '../http/route-context.ts';
import { saveBusiness } from './save-business.ts';
import { saveLogo } from './save-logo.ts';
import { changeSetupChecklist, readSetupChecklist } from './setup-checklist.ts';
import { readFixedSettings } from './settings-queries.ts';

/** Registers the business routes: public data, settings, the logo, the setup checklist, and the admin's stats. */
export function businessRoutes(app: FastifyInstance, context: RouteContext): void {
  const { store } = context;

  registerEndpoint(app, context, 'getBusiness', async () =>
    accepted(await readPublicBusiness(context)),
  );

  registerEndpoint(app, context, 'getBusinessSettings', async () => accepted(await readSettings()));

  registerEndpoint(app, context, 'saveBusinessSettings', async ({ viewer, body }) => {
    const saved = await saveBusiness(context, viewer, body);
    return saved.ok ? accepted(await readSettings()) : saved;
  });

  async function readSettings(): Promise<BusinessSettingsReply> {
    const [business, fixedSettings] = await Promise.all([
      readBusiness(store.kysely),
      readFixedSettings(store.kysely),
    ]);
    if (!business) throw new Error('The business has no settings.');
    const { settings, version } = business;
    return { ...settings, businessHours: [...settings.businessHours], version, ...fixedSettings };
  }

  registerEndpoint(app, context, 'saveLogo', async ({ viewer, body }) => {
    const saved = await saveLogo(context, viewer, body.logo);
    return saved.ok ? accepted(await readPublicBusiness(context)) : saved;
  });

  registerEndpoint(app, context, 'getSetupChecklist', readChecklist);

  registerEndpoint(app, context, 'changeSetupChecklist', async ({ viewer, body }) => {
    const changed = await changeSetupChecklist(context, viewer, body);
    return changed.ok ? readChecklist() : changed;
  });

  async function readChecklist() {
    const { isShown, steps } = await readSetupChecklist(store.kysely);
    return accepted({ isShown: isShown && context.demoAccounts === null, steps });
  }

  registerEndpoint(app, context, 'getStats', async () =>
    accepted(await readStatsWithChanges(store.kysely, getCurrentTime(context))),
  );
}

/**
 * Reads the public data of the business from the database rather than from this process's copy, so a client that
 * reloads after a change event always gets that change.
 */
export async function readPublicBusiness(context: RouteContext): Promise<Business> {
  const business = await readBusiness(context.store.kysely);
  const { settings = context.business, logoName = null } = business ?? {};
  return presentBusiness(settings, logoName, context);
}

function presentBusiness(
  business: BusinessSettings,
  logoName: string | null,
  { clock, demoAccounts, storesEmail }: RouteContext,
): Business {
  return {
    name: business.name,
    timeZone: business.timeZone,
    currency: business.currency,
    phone: business.phone,
    address: business.address,
    cityCenter: business.cityCenter,
    cancellationCutoffHours: business.cancellationCutoffHours,
    outsideAreaPolicy: business.outsideAreaPolicy,
    bookingRules: {
      businessHours: [...business.businessHours],
      slotIntervalMinutes: business.slotIntervalMinutes,
      windowDays: business.windowDays,
      noticeHours: business.noticeHours,
    },
    logoUrl: logoName && `/api/pictures/${logoName}`,
    landingHeadline: business.landingHeadline,
    landingIntro: business.landingIntro,
    now: clock.now().toISOString(),
    visitorsCanBook: !storesEmail || demoAccounts !== null,
    demo: demoAccounts !== null,
  };
}
