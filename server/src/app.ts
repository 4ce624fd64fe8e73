import type { AccessRow } from '@curbwrench/contract/api/access';
import { endpoints, type EndpointName } from '@curbwrench/contract/api/endpoints';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { createIdentity } from './accounts/adapters/identity.ts';
import { createSignInProvider } from './accounts/adapters/oidc.ts';
import { unsubscribeRoutes } from './messaging/unsubscribe-routes.ts';
import { logOptions } from './http/log-options.ts';
import type { EventFeed } from './application/event-feed-port.ts';
import type { BusinessSettings } from './application/rules/business-settings.ts';
import { signInRoutes } from './accounts/routes/sign-in-routes.ts';
import { accountRoutes } from './accounts/routes/account-routes.ts';
import { appointmentLinkRoutes } from './appointment-links/routes.ts';
import { appointmentRoutes } from './appointments/routes/appointment-routes.ts';
import { linkedAppointmentRoutes } from './linked-appointments/routes.ts';
import { auditRoutes } from './audit/routes.ts';
import { businessRoutes } from './business/routes.ts';
import { calendarFeedRoutes } from './calendar-feeds/routes.ts';
import { conversationRoutes } from './conversations/routes.ts';
import { isGuarded } from './http/endpoint.ts';
import { chatRoutes } from './assistant/routes.ts';
import { boardRoutes } from './dispatch/board-routes.ts';
import { coverageRoutes } from './dispatch/coverage-routes.ts';
import { customerFileRoutes } from './customer-files/routes.ts';
import { customerRoutes } from './customers/customer-routes.ts';
import { claimVisitorBookings } from './customers/claim-visitor-bookings.ts';
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
import { messageTemplateRoutes } from './messaging/template-routes.ts';
import { pushRoutes } from './push/routes.ts';
import { notificationRoutes } from './notifications/routes.ts';
import { pageRoutes } from './pages/routes.ts';
import { paymentRoutes } from './payments/routes.ts';
import { registerSmsRoutes } from './message-channels.ts';
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
import { setupRoutes } from './business/setup-routes.ts';
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
import type { AppOptions } from './app-options.ts';
import { startBackgroundJobs } from './background-jobs.ts';
import { createDependencies, derivePseudonymSecret, type Dependencies } from './dependencies.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The row in the access table that guards the route. */
    access?: AccessRow;
    endpoint?: EndpointName;
  }
}

/**
 * Builds the application on an open, migrated database. Does not start listening. Closing the application ends its
 * streams and background jobs; the caller must close the store.
 */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const clientLimits = { ...defaultClientLimits, ...options.clientLimits };
  const isHttps = options.publicUrl.startsWith('https:');
  const app = Fastify({
    ...serverOptions(clientLimits, isHttps),
    logger: logOptions(options.logLevel, options.logSink),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustedProxies?.length ? [...options.trustedProxies] : false,
    forceCloseConnections: 'idle',
    // Requests that arrive while the server is stopping are served like any other.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 100 },
    // A request whose URL can't be parsed never reaches a route or a hook, so the response's headers are set here.
    frameworkErrors: (error, request, reply) => {
      setSecurityHeaders(request.url, reply);
      void sendError(error, request, reply);
    },
  });
  app.server.maxConnections = clientLimits.connections;
  refuseExpectHeader(app.server, isHttps);
  const setSecurityHeaders = addSecurityHeaders(app, options.publicUrl);
  logRefusals(app, derivePseudonymSecret(options.authSecret));
  refuseCrossSiteChanges(app, { publicUrl: options.publicUrl });
  registerBodyParsers(app);
  app.setErrorHandler(sendError);
  refuseUnguardedRoutes(app);

  try {
    const dependencies = await createDependencies(options, app.log);
    const feed = await startBackgroundJobs(app, options, dependencies);
    const context = createRouteContext(options, dependencies, feed, app.log);
    await registerRoutes(app, context, options, dependencies);
  } catch (error) {
    // Background jobs would keep the process alive after a failed start.
    await app.close();
    throw error;
  }
  return app;
}

function createRouteContext(
  options: AppOptions,
  dependencies: Dependencies,
  feed: EventFeed,
  log: FastifyBaseLogger,
): RouteContext {
  const { store, clock, business, publicUrl, mailer, sms } = dependencies;
  return {
    store,
    clock,
    business,
    feed,
    publicUrl,
    storesEmail: mailer === null,
    claimVisitorBookings,
    messageChannelsSetUp: { email: mailer !== null, sms: sms !== null, push: true },
    demoAccounts: options.demoAccounts,
    pseudonymSecret: dependencies.pseudonymSecret,
    linkSecret: dependencies.linkSecret,
    geocoder: dependencies.geocoder,
    travelTimes: options.routerUrl
      ? createOsrmTravelTimes(options.routerUrl, log)
      : estimatedTravelTimes,
    recordMechanicActivity: (id, lastActiveAt) =>
      recordMechanicActivity(dependencies, id, lastActiveAt),
    signIn: {
      passwords: options.signIn.passwords,
      providers: options.signIn.providers.map((settings) =>
        createSignInProvider(settings, publicUrl),
      ),
      isHttps: publicUrl.startsWith('https:'),
    },
    identity: createIdentity({
      store,
      secret: options.authSecret,
      publicUrl,
      businessName: business.name,
      passwordCost: options.passwordCost,
      demoAccountIds: Object.values(options.demoAccounts ?? {}),
      staffTwoFactor: options.staffTwoFactor ?? false,
    }),
  };
}

/** Opens the street file, which is closed with the application, or reads the style. */
async function prepareMaps(
  app: FastifyInstance,
  { mapFile, mapStyle, demoFeatures }: AppOptions,
  business: BusinessSettings,
): Promise<MapSources> {
  const streetFile = mapFile ? await openStreetFile(mapFile, business.cityCenter, app.log) : null;
  if (streetFile) app.addHook('onClose', () => streetFile.close());
  const origins = mapStyle ? await readStyleOrigins(mapStyle, app.log) : null;
  return {
    streetFile,
    style: mapStyle && origins ? { ...mapStyle, origins } : null,
    demoFeatures: demoFeatures ?? null,
  };
}

/** Registers all endpoints and pages. Throws an error that names the endpoint if one is missing. */
async function registerRoutes(
  app: FastifyInstance,
  context: RouteContext,
  options: AppOptions,
  { sms, pushKeys }: Dependencies,
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
  setupRoutes(app, context);
  serviceRoutes(app, context);
  planRoutes(app, context);
  subscriptionRoutes(app, context);
  placeRoutes(app, context);
  const maps = await prepareMaps(app, options, context.business);
  mapRoutes(app, context, maps);
  serviceAreaRoutes(app, context);
  siteRoutes(app, context);
  vehicleRoutes(app, context);
  conversationRoutes(app, context);
  paymentRoutes(app, context);
  reviewRoutes(app, context);
  auditRoutes(app, context);
  messageTemplateRoutes(app, context);
  messageLogRoutes(app, context);
  notificationRoutes(app, context);
  unsubscribeRoutes(app, context);
  registerSmsRoutes(app, context, { sms, twilio: options.twilio ?? null });
  pushRoutes(app, context, {
    publicKey: pushKeys.publicKey,
    additionalOrigins: options.pushOrigins ?? [],
  });
  calendarFeedRoutes(app, context);
  chatRoutes(app, context);
  if (options.web) await pageRoutes(app, context, options.web, maps.style?.origins ?? []);
  else app.setNotFoundHandler((request, reply) => sendRefusal(request, reply, nothingFound));

  await app.ready();
  refuseMissingEndpoints(app, options.demoAccounts !== null);
}

/**
 * Fails startup if an API route has no row in the access table, or if its row isn't `public` and the route wasn't
 * registered with `registerEndpoint`, because nothing would guard it.
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

/** Throws an error if an endpoint in the contract has no route. */
function refuseMissingEndpoints(app: FastifyInstance, isDemo: boolean): void {
  for (const [name, { method, path }] of Object.entries(endpoints)) {
    if (name === 'openDemoSession' && !isDemo) continue;
    if (!app.hasRoute({ method, url: path })) {
      throw new Error(`The contract's endpoint ${name} (${method} ${path}) has no route.`);
    }
  }
}
