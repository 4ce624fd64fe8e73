import type { AccessRow } from '@curbwrench/contract/api/access';
import { calls, type CallName } from '@curbwrench/contract/api/calls';
import { createHmac } from 'node:crypto';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { createIdentity } from './accounts/adapters/identity.ts';
import { createSignInProvider } from './accounts/adapters/oidc.ts';
import { readOrInsertBusiness } from './business/follow-business-job.ts';
import { unsubscribeRoutes } from './messaging/unsubscribe-routes.ts';
import { logOptions } from './http/log-options.ts';
import type { EventFeed } from './application/event-feed-port.ts';
import { signInRoutes } from './accounts/routes/sign-in-routes.ts';
import { accountRoutes } from './accounts/routes/account-routes.ts';
import { deriveLinkSecret } from './appointment-links/find-or-create-link.ts';
import { appointmentLinkRoutes } from './appointment-links/routes.ts';
import { appointmentRoutes } from './appointments/routes/appointment-routes.ts';
import { linkedAppointmentRoutes } from './linked-appointments/routes.ts';
import { auditRoutes } from './audit/routes.ts';
import { businessRoutes } from './business/routes.ts';
import { calendarFeedRoutes } from './calendar-feeds/routes.ts';
import { conversationRoutes } from './conversations/routes.ts';
import { isGuarded } from './http/call.ts';
import { chatRoutes } from './assistant/routes.ts';
import { boardRoutes } from './dispatch/board-routes.ts';
import { coverageRoutes } from './dispatch/coverage-routes.ts';
import { customerFileRoutes } from './customer-files/routes.ts';
import { customerRoutes } from './customers/customer-routes.ts';
import { joinHistory } from './customers/join-history.ts';
import { dispatchRoutes } from './dispatch/routes.ts';
import { eventRoutes } from './events/routes/event-routes.ts';
import { mailRoutes } from './mail/routes.ts';
import { mapRoutes, type MapSources } from './maps/routes.ts';
import { openStreetFile } from './maps/street-file-adapter.ts';
import { readStyleOrigins } from './maps/style-adapter.ts';
import { invitationRoutes } from './people/routes/invitation-routes.ts';
import { recordMechanicActivity } from './mechanics/record-activity.ts';
import { mechanicRoutes } from './mechanics/routes.ts';
import { providerSignInRoutes } from './accounts/routes/provider-sign-in-routes.ts';
import { refuseCrossSiteChanges } from './http/origin.ts';
import { messageLogRoutes } from './messaging/log-routes.ts';
import { messageTextRoutes } from './messaging/text-routes.ts';
import { readOrCreatePushKeys } from './push/push-keys.ts';
import { pushRoutes } from './push/routes.ts';
import { notificationRoutes } from './notifications/routes.ts';
import { pageRoutes } from './pages/routes.ts';
import { paymentRoutes } from './payments/routes.ts';
import { createSmsSender, registerSmsRoutes } from './message-channels.ts';
import { createGeocoder } from './places/geocoder-adapter.ts';
import { placeRoutes } from './places/routes.ts';
import { planRoutes } from './plans/plan-routes.ts';
import { pictureRoutes } from './accounts/routes/picture-routes.ts';
import { logRefusals } from './http/refusal-log.ts';
import { nothingFound, sendError, sendRefusal } from './http/refusals.ts';
import type { RouteContext } from './http/route-context.ts';
import { addSecurityHeaders } from './http/security-headers.ts';
import { registerBodyParsers } from './http/request-body.ts';
import { reviewRoutes } from './reviews/routes.ts';
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
import { visitorBookingRoutes } from './visitor-bookings/routes.ts';
import { workingTimeRoutes } from './working-time/routes.ts';
import { refuseExpectHeader, serverOptions, defaultClientLimits } from './http/server-options.ts';
import type { AppParts, PreparedParts } from './app-parts.ts';
import { startBackgroundJobs } from './background-jobs.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The row in the access table that guards the route. */
    access?: AccessRow;
    call?: CallName;
  }
}

/**
 * Builds the application on an open, migrated database. Does not start listening. Closing the application ends its
 * streams and background jobs; the caller must close the store.
 */
export async function createApp(initialParts: AppParts): Promise<FastifyInstance> {
  // All parts share one `business` object, which is updated when the settings in the database change.
  const business = await readOrInsertBusiness(initialParts.store, initialParts.business);
  const pushKeys = await readOrCreatePushKeys(initialParts.store);
  const parts = { ...initialParts, business, pushKeys };
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
    const sms = createSmsSender(parts.twilio, { ...parts, pseudonymSecret });
    const prepared = { ...parts, sms, pseudonymSecret };
    const feed = await startBackgroundJobs(
      app,
      prepared,
      initialParts.business.cityCenter,
      geocoder,
    );
    await registerRoutes(
      app,
      { ...createRouteContext(parts, pseudonymSecret, feed, app.log), geocoder },
      prepared,
    );
  } catch (error) {
    // Background jobs would keep the process alive after a failed start.
    await app.close();
    throw error;
  }
  return app;
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
    joinHistory,
    messageChannelsSetUp: { email: Boolean(parts.mailer), sms: Boolean(parts.twilio), push: true },
    demoAccounts: parts.demoAccounts,
    pseudonymSecret,
    linkSecret: deriveLinkSecret(parts.authSecret),
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
  parts: PreparedParts,
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
  appointmentLinkRoutes(app, context);
  linkedAppointmentRoutes(app, context);
  visitorBookingRoutes(app, context);
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
  reviewRoutes(app, context);
  auditRoutes(app, context);
  messageTextRoutes(app, context);
  messageLogRoutes(app, context);
  notificationRoutes(app, context);
  unsubscribeRoutes(app, context);
  registerSmsRoutes(app, context, parts);
  pushRoutes(app, context, {
    publicKey: parts.pushKeys.publicKey,
    additionalOrigins: parts.pushOrigins ?? [],
  });
  calendarFeedRoutes(app, context);
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
