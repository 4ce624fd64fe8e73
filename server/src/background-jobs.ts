import type { PreparedParts } from './app-parts.ts';
import { createChannelAdapters } from './message-channels.ts';
import { messageChannels } from '@curbwrench/contract/messaging/kinds';
import type { Position } from '@curbwrench/contract/people/schemas';
import type { FastifyInstance } from 'fastify';
import { startSealingAudit } from './audit/sealing-job.ts';
import { startCleanUp } from './clean-up-job.ts';
import { followBusiness } from './business/follow-business-job.ts';
import { startRecordingHourlyStats } from './business/hourly-stats-job.ts';
import { startLocatingAppointments } from './appointments/jobs/locate-appointments-job.ts';
import { startUndoExpiry } from './appointments/jobs/end-undo-job.ts';
import { startMergingCounts } from './appointments/jobs/merge-counts-job.ts';
import { followOutbox } from './events/event-feed-job.ts';
import { startRenewals } from './plans/renewal-job.ts';
import { startMailDelivery } from './mail/delivery-job.ts';
import { startAttentionAlerts } from './messaging/attention-job.ts';
import { startMessageDelivery, type DeliveryContext } from './messaging/delivery-job.ts';
import { startReminders } from './messaging/reminder-job.ts';
import type { Geocoder } from './application/geocoder-port.ts';
import type { EventFeed } from './application/event-feed-port.ts';
import { deriveLinkSecret } from './appointment-links/find-or-create-link.ts';
import { startDrivingVans } from './demo/drive-vans-job.ts';
import { startEndingSharing } from './mechanics/end-sharing-job.ts';

/**
 * Starts the background jobs; closing the application stops those that were started. The demo's town lies around
 * `townCenter`.
 */
export async function startBackgroundJobs(
  app: FastifyInstance,
  parts: PreparedParts,
  townCenter: Position,
  geocoder: Geocoder | null,
): Promise<EventFeed> {
  const { store, clock, business } = parts;
  const stopWithApp = (stop: () => Promise<void>): void => void app.addHook('onClose', stop);
  const feed = await followOutbox(store, app.log);
  stopWithApp(() => feed.stop());
  stopWithApp(followBusiness(business, store, feed, app.log));
  stopWithApp(startCleanUp(store, clock, parts.positionDays, app.log));
  stopWithApp(startEndingSharing(parts, app.log));
  if (parts.demoFeatures) {
    const town = { store, timeZone: business.timeZone, cityCenter: townCenter };
    stopWithApp(startDrivingVans(town, () => clock.now(), app.log));
  }
  stopWithApp(startMergingCounts(store, app.log));
  stopWithApp(startUndoExpiry(parts, app.log));
  stopWithApp(startLocatingAppointments({ store, business, geocoder }, app.log));
  stopWithApp(startRenewals(parts, app.log));
  stopWithApp(await startRecordingHourlyStats(store, clock, business, app.log));
  stopWithApp(startSealingAudit(store, app.log));
  if (parts.mailer) stopWithApp(await startMailDelivery(store, clock, parts.mailer, app.log));
  const messaging: DeliveryContext = {
    store,
    clock,
    business,
    publicUrl: parts.publicUrl,
    linkSecret: deriveLinkSecret(parts.authSecret),
    pseudonymSecret: parts.pseudonymSecret,
    senderAddress: parts.mailer?.senderAddress ?? null,
  };
  const adapters = createChannelAdapters(parts);
  for (const channel of messageChannels) {
    stopWithApp(await startMessageDelivery(messaging, channel, adapters[channel], app.log));
  }
  stopWithApp(startReminders(parts, app.log));
  stopWithApp(startAttentionAlerts(parts, app.log));
  return feed;
}
