import type { AccessRow } from '@curbwrench/contract/api/access';
import { calls, type CallName } from '@curbwrench/contract/api/calls';
import type { MapFeature } from '@curbwrench/contract/maps/schemas';
import type { DemoAccount, Position } from '@curbwrench/contract/people/schemas';
import { createHmac } from 'node:crypto';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Store } from './database/connection/store.ts';
import type { BusinessSettings } from './application/rules/business-settings.ts';
import { createIdentity } from './accounts/adapters/identity.ts';
import { createSignInProvider } from './accounts/adapters/oidc.ts';
import type { PasswordCost } from './accounts/adapters/password-hash.ts';
import { startSealingAudit } from './audit/sealing-job.ts';
import { startCleanUp } from './clean-up-job.ts';
import { followBusiness, readOrInsertBusiness } from './business/follow-business-job.ts';
import { startRecordingHourlyStats } from './business/hourly-stats-job.ts';
import { startLocatingAppointments } from './appointments/jobs/locate-appointments-job.ts';
import { startUndoExpiry } from './appointments/jobs/end-undo-job.ts';
import { startMergingCounts } from './appointments/jobs/merge-counts-job.ts';
import { followOutbox } from './events/event-feed-job.ts';
import { startRenewals } from './plans/renewal-job.ts';
import { startMailDelivery } from './mail/delivery-job.ts';
import { logOptions, type LogSink } from './http/log-options.ts';
import type { Clock } from './application/clock.ts';
import type { Geocoder } from './application/geocoder-port.ts';
import type { EventFeed } from './application/event-feed-port.ts';
import type { Mailer } from './mail/mailer-port.ts';
import type { ProviderSettings } from './application/sign-in-provider-port.ts';
import { signInRoutes } from './accounts/routes/sign-in-routes.ts';
import { accountRoutes } from './accounts/routes/account-routes.ts';
import { appointmentRoutes } from './appointments/routes/appointment-routes.ts';
import { auditRoutes } from './audit/routes.ts';
import { businessRoutes } from './business/routes.ts';
import { conversationRoutes } from './conversations/routes.ts';
import { isGuarded } from './http/call.ts';
import { chatRoutes } from './assistant/routes.ts';
import { boardRoutes } from './dispatch/board-routes.ts';
import { coverageRoutes } from './dispatch/coverage-routes.ts';
import { customerFileRoutes } from './customer-files/routes.ts';
import { customerRoutes } from './customers/customer-routes.ts';
import { dispatchRoutes } from './dispatch/routes.ts';
import { eventRoutes } from './events/routes/event-routes.ts';
import { mailRoutes } from './mail/routes.ts';
import { mapRoutes, type MapSources } from './maps/routes.ts';
import { openStreetFile } from './maps/street-file-adapter.ts';
import { readStyleOrigins, type MapStyleSettings } from './maps/style-adapter.ts';
import { invitationRoutes } from './people/routes/invitation-routes.ts';
import { startDrivingVans } from './demo/drive-vans-job.ts';
import { startEndingSharing } from './mechanics/end-sharing-job.ts';
import { recordMechanicActivity } from './mechanics/record-activity.ts';
import { mechanicRoutes } from './mechanics/routes.ts';
import { providerSignInRoutes } from './accounts/routes/provider-sign-in-routes.ts';
import { refuseCrossSiteChanges } from './http/origin.ts';
import { notificationRoutes } from './notifications/routes.ts';
import { pageRoutes, type BuiltWebClient } from './pages/routes.ts';
import { paymentRoutes } from './payments/routes.ts';
import { createGeocoder, type GeocoderSettings } from './places/geocoder-adapter.ts';
import { placeRoutes } from './places/routes.ts';
import { planRoutes } from './plans/plan-routes.ts';
import { pictureRoutes } from './accounts/routes/picture-routes.ts';
import { logRefusals } from './http/refusal-log.ts';
import { nothingFound, sendError, sendRefusal } from './http/refusals.ts';
import type { RouteContext } from './http/route-context.ts';
import { addSecurityHeaders } from './http/security-headers.ts';
import { registerBodyParsers } from './http/request-body.ts';
import { serviceRoutes } from './services/routes.ts';
import { demoSessionRoutes } from './people/routes/demo-session-routes.ts';
import { serviceAreaRoutes } from './service-areas/routes.ts';
import { siteRoutes } from './site/routes.ts';
import { setUpRoutes } from './business/set-up-routes.ts';
import { trackingRoutes } from './tracking/routes.ts';
import { estimatedTravelTimes } from './travel/estimate-adapter.ts';
import { createOsrmTravelTimes } from './travel/osrm-adapter.ts';
import { subscriptionRoutes } from './plans/subscription-routes.ts';
import { accountDeletionRoutes } from './people/routes/account-deletion-routes.ts';
import { peopleRoutes } from './people/routes/people-routes.ts';
import { vehicleRoutes } from './vehicles/routes.ts';
import { workingTimeRoutes } from './working-time/routes.ts';
import {
  refuseExpectHeader,
  serverOptions,
  defaultClientLimits,
  type ClientLimits,
} from './http/server-options.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The row in the access table that guards the route. */
    access?: AccessRow;
    call?: CallName;
  }
}

/** What `createApp` builds the application from. */
export interface AppParts {
  readonly store: Store;
  readonly clock: Clock;
  /** The settings for a new database; after the first start, those in the database are used. */
  readonly business: BusinessSettings;
  readonly authSecret: string;
  /** The cost of hashing a password, if not the default. */
  readonly passwordCost?: PasswordCost;
  readonly publicUrl: string;
  /** Whether people can sign in with passwords, and the providers they can use in addition or instead. */
  readonly signIn: { readonly passwords: boolean; readonly providers: readonly ProviderSettings[] };
  /** Whether staff must have a second factor. */
  readonly staffTwoFactor?: boolean;
  /** Sends messages, and is closed with the application; without it, messages are stored for an admin to read. */
  readonly mailer?: Mailer | null;
  readonly logLevel: string;
  /** The account id for each demo button; null without the demo. */
  readonly demoAccounts: Readonly<Record<DemoAccount, string>> | null;
  /** The demo's fictional town, shown on maps if there is neither a street file nor a style. */
  readonly demoFeatures?: readonly MapFeature[] | null;
  /** The built web client, or null to serve only the API. */
  readonly web: BuiltWebClient | null;
  /** Addresses and networks whose X-Forwarded-For is trusted; none by default. */
  readonly trustedProxies?: readonly string[];
  /** How many days the history of mechanics' positions is stored, if not the default. */
  readonly positionDays?: number;
  /** The OSRM server that computes driving times; without one they are estimated. */
  readonly routerUrl?: string | null;
  /** The PMTiles file with the streets to show on maps. */
  readonly mapFile?: string | null;
  /** A map style hosted on another server. */
  readonly mapStyle?: MapStyleSettings | null;
  /** The geocoding service; without one addresses are located by the table of ZIP codes. */
  readonly geocoder?: GeocoderSettings | null;
  /** The limits on clients, if not the default. */
  readonly clientLimits?: Partial<ClientLimits>;
  /** Where log lines go; default is standard output. */
  readonly logSink?: LogSink;
}

/**
 * Builds the application on an open, migrated database. Does not start listening. Closing the application ends its
 * streams and background jobs; the caller must close the store.
 */
export async function createApp(initialParts: AppParts): Promise<FastifyInstance> {
  // All parts share one `business` object, which is updated when the settings in the database change.
  const business = await readOrInsertBusiness(initialParts.store, initialParts.business);
  const parts = { ...initialParts, business };
  const clientLimits = { ...defaultClientLimits, ...parts.clientLimits };
  const app = Fastify({
    ...serverOptions(clientLimits, parts.publicUrl.startsWith('https:')),
    logger: logOptions(parts.logLevel, parts.logSink),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: parts.trustedProxies?.length ? [...parts.trustedProxies] : false,
    forceCloseConnections: 'idle',
    // Requests that arrive while the server stops are served like any other.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 100 },
    // A URL that can't be parsed never reaches a route or a hook, so its headers are set here.
    frameworkErrors: (error, request, reply) => {
      setSecurityHeaders(request.url, reply);
      void sendError(error, request, reply);
    },
  });
  app.server.maxConnections = clientLimits.connections;
  refuseExpectHeader(app.server, parts.publicUrl.startsWith('https:'));
  const setSecurityHeaders = addSecurityHeaders(app, parts.publicUrl);
  // A separate key, so that hashes for one purpose reveal nothing about those for another.
  const pseudonymSecret = createHmac('sha256', parts.authSecret).update('limits').digest('hex');
  logRefusals(app, pseudonymSecret);
  refuseCrossSiteChanges(app, { publicUrl: parts.publicUrl });
  registerBodyParsers(app);
  app.setErrorHandler(sendError);
  refuseUnguardedRoutes(app);

  try {
    const geocoder = parts.geocoder
      ? createGeocoder(parts.geocoder, { ...parts, log: app.log })
      : null;
    const feed = await startJobs(app, parts, initialParts.business.cityCenter, geocoder);
    await registerRoutes(
      app,
      { ...createRouteContext(parts, pseudonymSecret, feed, app.log), geocoder },
      parts,
    );
  } catch (error) {
    // Background jobs would keep the process alive after a failed start.
    await app.close();
    throw error;
  }
  return app;
}

/**
 * Starts the background jobs; closing the application stops those that were started. The demo's town lies around
 * `townCenter`.
 */
async function startJobs(
  app: FastifyInstance,
  parts: AppParts,
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
  return feed;
}

function createRouteContext(
  parts: AppParts,
  pseudonymSecret: string,
  feed: EventFeed,
  log: FastifyBaseLogger,
): Omit<RouteContext, 'geocoder'> {
  return {
    store: parts.store,
    clock: parts.clock,
    business: parts.business,
    feed,
    publicUrl: parts.publicUrl,
    storesEmail: !parts.mailer,
    demoAccounts: parts.demoAccounts,
    pseudonymSecret,
    travelTimes: parts.routerUrl
      ? createOsrmTravelTimes(parts.routerUrl, log)
      : estimatedTravelTimes,
    recordMechanicActivity: (id, lastActiveAt) => recordMechanicActivity(parts, id, lastActiveAt),
    signIn: {
      passwords: parts.signIn.passwords,
      providers: parts.signIn.providers.map((settings) =>
        createSignInProvider(settings, parts.publicUrl),
      ),
      isHttps: parts.publicUrl.startsWith('https:'),
    },
    identity: createIdentity({
      store: parts.store,
      secret: parts.authSecret,
      publicUrl: parts.publicUrl,
      businessName: parts.business.name,
      passwordCost: parts.passwordCost,
      demoAccountIds: Object.values(parts.demoAccounts ?? {}),
      staffTwoFactor: parts.staffTwoFactor ?? false,
    }),
  };
}

/** Opens the street file, which is closed with the application, or reads the style. */
async function prepareMaps(app: FastifyInstance, parts: AppParts): Promise<MapSources> {
  const { mapFile, mapStyle, business, demoFeatures } = parts;
  const streetFile = mapFile ? await openStreetFile(mapFile, business.cityCenter, app.log) : null;
  if (streetFile) app.addHook('onClose', () => streetFile.close());
  const origins = mapStyle ? await readStyleOrigins(mapStyle, app.log) : null;
  return {
    streetFile,
    style: mapStyle && origins ? { ...mapStyle, origins } : null,
    demoFeatures: demoFeatures ?? null,
  };
}

/** Registers all calls and pages. Throws an error that names the call if one is missing. */
async function registerRoutes(
  app: FastifyInstance,
  context: RouteContext,
  parts: AppParts,
): Promise<void> {
  businessRoutes(app, context);
  demoSessionRoutes(app, context);
  signInRoutes(app, context);
  accountRoutes(app, context);
  accountDeletionRoutes(app, context);
  pictureRoutes(app, context);
  mailRoutes(app, context);
  providerSignInRoutes(app, context);
  eventRoutes(app, context);
  appointmentRoutes(app, context);
  dispatchRoutes(app, context);
  boardRoutes(app, context);
  coverageRoutes(app, context);
  trackingRoutes(app, context);
  mechanicRoutes(app, context);
  workingTimeRoutes(app, context);
  peopleRoutes(app, context);
  customerRoutes(app, context);
  customerFileRoutes(app, context);
  invitationRoutes(app, context);
  setUpRoutes(app, context);
  serviceRoutes(app, context);
  planRoutes(app, context);
  subscriptionRoutes(app, context);
  placeRoutes(app, context);
  const maps = await prepareMaps(app, parts);
  mapRoutes(app, context, maps);
  serviceAreaRoutes(app, context);
  siteRoutes(app, context);
  vehicleRoutes(app, context);
  conversationRoutes(app, context);
  paymentRoutes(app, context);
  auditRoutes(app, context);
  notificationRoutes(app, context);
  chatRoutes(app, context);
  if (parts.web) await pageRoutes(app, context, parts.web, maps.style?.origins ?? []);
  else app.setNotFoundHandler((request, reply) => sendRefusal(request, reply, nothingFound));

  await app.ready();
  refuseMissingCalls(app, parts.demoAccounts !== null);
}

/**
 * Fails startup if an API route has no row in the access table, or if its row isn't `public` and the route wasn't
 * registered with `registerCall`, because nothing would guard it.
 */
export function refuseUnguardedRoutes(app: FastifyInstance): void {
  app.addHook('onRoute', ({ method, url, config, handler }) => {
    if (!url.startsWith('/api')) return;
    const route = `The route ${String(method)} ${url}`;
    if (!config?.access) throw new Error(`${route} has no row in the access table.`);
    if (config.access !== 'public' && !isGuarded(handler)) {
      throw new Error(`${route} is not guarded by its row in the access table.`);
    }
  });
}

/** Throws an error if a call in the contract has no route. */
function refuseMissingCalls(app: FastifyInstance, isDemo: boolean): void {
  for (const [name, { method, path }] of Object.entries(calls)) {
    if (name === 'openDemoSession' && !isDemo) continue;
    if (!app.hasRoute({ method, url: path })) {
      throw new Error(`The contract's call ${name} (${method} ${path}) has no route.`);
    }
  }
}
