import type { AppOptions } from './app-options.ts';
import type { Dependencies } from './dependencies.ts';
import { createChannelAdapters } from './message-channels.ts';
import { messageChannels } from '@curbwrench/contract/messaging/kinds';
import type { FastifyInstance } from 'fastify';
import { startSealingAudit } from './audit/sealing-job.ts';
import { startCleanUp } from './clean-up-job.ts';
import { followBusiness } from './business/follow-business-job.ts';
import { startRecordingHourlyStats } from './business/hourly-stats-job.ts';
import { startBackfillingLocations } from './appointments/jobs/backfill-locations-job.ts';
import { startUndoExpiry } from './appointments/jobs/end-undo-job.ts';
import { startMergingCounts } from './appointments/jobs/merge-counts-job.ts';
import { followOutbox } from './events/event-feed-job.ts';
import { startRenewals } from './plans/renewal-job.ts';
import { startMailDelivery } from './mail/delivery-job.ts';
import { startAttentionAlerts } from './messaging/attention-job.ts';
import { startMessageDelivery } from './messaging/delivery-job.ts';
import { startReminders } from './messaging/reminder-job.ts';
import type { EventFeed } from './application/event-feed-port.ts';
import { startDrivingVans } from './demo/drive-vans-job.ts';
import { startEndSharingJob } from './mechanics/end-sharing-job.ts';

/** Starts the background jobs; closing the application stops the jobs that were started. */
export async function startBackgroundJobs(
  app: FastifyInstance,
  options: AppOptions,
  dependencies: Dependencies,
): Promise<EventFeed> {
  const { store, clock, business, mailer } = dependencies;
  const { log } = app;
  const stopWithApp = (stop: () => Promise<void>): void => void app.addHook('onClose', stop);
  const feed = await followOutbox(store, log);
  stopWithApp(() => feed.stop());
  stopWithApp(followBusiness(business, store, feed, log));
  stopWithApp(startCleanUp(store, clock, options.positionRetentionDays, log));
  stopWithApp(startEndSharingJob(dependencies, log));
  if (options.demoFeatures) {
    // The town stays where it was created, even if an admin changes the business's city center.
    const { cityCenter } = options.initialBusiness;
    const town = { store, timeZone: business.timeZone, cityCenter };
    stopWithApp(startDrivingVans(town, () => clock.now(), log));
  }
  stopWithApp(startMergingCounts(store, log));
  stopWithApp(startUndoExpiry(dependencies, log));
  stopWithApp(startBackfillingLocations(dependencies, log));
  stopWithApp(startRenewals(dependencies, log));
  stopWithApp(await startRecordingHourlyStats(store, clock, business, log));
  stopWithApp(startSealingAudit(store, log));
  if (mailer) stopWithApp(await startMailDelivery(store, clock, mailer, log));
  const delivery = { ...dependencies, senderAddress: mailer?.senderAddress ?? null };
  const adapters = createChannelAdapters({ ...dependencies, pushOrigins: options.pushOrigins });
  for (const channel of messageChannels) {
    stopWithApp(await startMessageDelivery(delivery, channel, adapters[channel], log));
  }
  stopWithApp(startReminders(dependencies, log));
  stopWithApp(startAttentionAlerts(dependencies, log));
  return feed;
}
