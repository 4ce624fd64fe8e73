import type { AccessRow } from '@curbwrench/contract/access';
import { calls, type CallName } from '@curbwrench/contract/calls';
import type { DemoAccount } from '@curbwrench/contract/people';
import { createHmac } from 'node:crypto';
import Fastify, { LogController, type FastifyInstance } from 'fastify';
import type { Store } from './db/connection/store.ts';
import type { BusinessSettings } from './domain/business-settings.ts';
import { createIdentity } from './identity/identity.ts';
import { createSignInProvider } from './identity/oidc.ts';
import type { PasswordCost } from './identity/password-hash.ts';
import { startSealingAudit } from './jobs/audit-sealing.ts';
import { startCleanUp } from './jobs/clean-up.ts';
import { startNotingFigures } from './jobs/figure-notes.ts';
import { startFoldingTallies } from './jobs/fold-tallies.ts';
import { followOutbox } from './jobs/event-feed.ts';
import { startRenewals } from './jobs/renewals.ts';
import { startMailDelivery } from './jobs/mail-delivery.ts';
import { logOptions, type LogSink } from './log-options.ts';
import type { Clock } from './ports/clock.ts';
import type { EventFeed } from './ports/event-feed.ts';
import type { Mailer } from './ports/mailer.ts';
import type { ProviderSettings } from './ports/sign-in-provider.ts';
import { accountEntranceRoutes } from './routes/account-entrance.ts';
import { accountRoutes } from './routes/account.ts';
import { appointmentRoutes } from './routes/appointments.ts';
import { auditRoutes } from './routes/audit.ts';
import { businessRoutes } from './routes/business.ts';
import { conversationRoutes } from './routes/conversations.ts';
import { isGuarded } from './routes/call.ts';
import { chatRoutes } from './routes/chat.ts';
import { dispatchRoutes } from './routes/dispatch.ts';
import { eventRoutes } from './routes/events.ts';
import { mailRoutes } from './routes/mails.ts';
import { invitationRoutes } from './routes/invitations.ts';
import { mechanicRoutes } from './routes/mechanics.ts';
import { navigationRoutes } from './routes/navigations.ts';
import { refuseForeignChanges } from './routes/origin.ts';
import { notificationRoutes } from './routes/notifications.ts';
import { pageRoutes, type BuiltWebClient } from './routes/pages.ts';
import { paymentRoutes } from './routes/payments.ts';
import { planRoutes } from './routes/plans.ts';
import { pictureRoutes } from './routes/pictures.ts';
import { logRefusals } from './routes/refusal-log.ts';
import { nothingThere, sendError, sendRefusal } from './routes/refusals.ts';
import type { RouteContext } from './routes/route-context.ts';
import { secureAnswers } from './routes/security-headers.ts';
import { readBodies } from './routes/request-body.ts';
import { serviceRoutes } from './routes/services.ts';
import { sessionRoutes } from './routes/sessions.ts';
import { serviceAreaRoutes } from './routes/service-areas.ts';
import { setUpRoutes } from './routes/set-up.ts';
import { trackingRoutes } from './routes/tracking.ts';
import { subscriptionRoutes } from './routes/subscriptions.ts';
import { userRoutes } from './routes/users.ts';
import { vehicleRoutes } from './routes/vehicles.ts';
import {
  refuseExpectations,
  serverOptions,
  usualClientLimits,
  type ClientLimits,
} from './server-options.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The row of the access table that guards the route. */
    access?: AccessRow;
    call?: CallName;
  }
}

/** What the application is composed of. */
export interface AppParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly business: BusinessSettings;
  readonly authSecret: string;
  /** What hashing a password costs, where not the usual. */
  readonly passwordCost?: PasswordCost;
  readonly publicUrl: string;
  /** Accounts with a password, and providers beside or instead of them. */
  readonly signIn: { readonly passwords: boolean; readonly providers: readonly ProviderSettings[] };
  /** Staff must have a second factor. */
  readonly staffTwoFactor?: boolean;
  /** Sends messages, and is closed with the application; without one they are kept to be read. */
  readonly mailer?: Mailer | null;
  readonly logLevel: string;
  /** The account behind each demo button; null where the demo is off. */
  readonly demoAccounts: Readonly<Record<DemoAccount, string>> | null;
  /** The built web client, or null to answer calls only. */
  readonly web: BuiltWebClient | null;
  /** Addresses and networks whose X-Forwarded-For is believed; none if not given. */
  readonly trustedProxies?: readonly string[];
  /** What one client may take, where not the usual. */
  readonly clientLimits?: Partial<ClientLimits>;
  /** Where log lines go; standard output if not given. */
  readonly logSink?: LogSink;
}

/**
 * Composes the application over an open, migrated database: ports, then routes. Does not listen.
 * Closing it ends its streams and its jobs; the store stays open, and is its caller's to close.
 */
export async function createApp(parts: AppParts): Promise<FastifyInstance> {
  const clientLimits = { ...usualClientLimits, ...parts.clientLimits };
  const app = Fastify({
    ...serverOptions(clientLimits, parts.publicUrl.startsWith('https:')),
    logger: logOptions(parts.logLevel, parts.logSink),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: parts.trustedProxies?.length ? [...parts.trustedProxies] : false,
    forceCloseConnections: 'idle',
    // A request that came while the server stops is answered like any other.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 100 },
    // An address that can't be read never reaches a route, nor a hook.
    frameworkErrors: (error, request, reply) => {
      secure(request.url, reply);
      void sendError(error, request, reply);
    },
  });
  app.server.maxConnections = clientLimits.connections;
  refuseExpectations(app.server, parts.publicUrl.startsWith('https:'));
  const secure = secureAnswers(app, parts.publicUrl);
  // A key of its own, so that no hash of one purpose says anything about another's.
  const countingSecret = createHmac('sha256', parts.authSecret).update('limits').digest('hex');
  logRefusals(app, countingSecret);
  refuseForeignChanges(app, { publicUrl: parts.publicUrl });
  readBodies(app);
  app.setErrorHandler(sendError);
  refuseUnguardedRoutes(app);

  try {
    await answerCalls(app, contextOf(parts, countingSecret, await startJobs(app, parts)), parts);
  } catch (error) {
    // What works beside the calls would keep a process alive whose start was refused.
    await app.close();
    throw error;
  }
  return app;
}

/** Starts what works beside the calls; closing the application ends as much of it as was begun. */
async function startJobs(app: FastifyInstance, parts: AppParts): Promise<EventFeed> {
  const { store, clock } = parts;
  const endsWithApp = (stop: () => Promise<void>): void => void app.addHook('onClose', stop);
  const feed = await followOutbox(store, app.log);
  endsWithApp(() => feed.stop());
  endsWithApp(startCleanUp(store, clock, app.log));
  endsWithApp(startFoldingTallies(store, app.log));
  endsWithApp(startRenewals(parts, app.log));
  endsWithApp(await startNotingFigures(store, clock, parts.business.timeZone, app.log));
  endsWithApp(startSealingAudit(store, app.log));
  if (parts.mailer) endsWithApp(await startMailDelivery(store, clock, parts.mailer, app.log));
  return feed;
}

function contextOf(parts: AppParts, countingSecret: string, feed: EventFeed): RouteContext {
  return {
    store: parts.store,
    clock: parts.clock,
    business: parts.business,
    feed,
    publicUrl: parts.publicUrl,
    mailsAreKept: !parts.mailer,
    demoAccounts: parts.demoAccounts,
    countingSecret,
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

/** Puts every call and page on the air, or throws what is missing. */
async function answerCalls(
  app: FastifyInstance,
  context: RouteContext,
  parts: AppParts,
): Promise<void> {
  businessRoutes(app, context);
  sessionRoutes(app, context);
  accountEntranceRoutes(app, context);
  accountRoutes(app, context);
  pictureRoutes(app, context);
  mailRoutes(app, context);
  navigationRoutes(app, context);
  eventRoutes(app, context);
  appointmentRoutes(app, context);
  dispatchRoutes(app, context);
  trackingRoutes(app, context);
  mechanicRoutes(app, context);
  userRoutes(app, context);
  invitationRoutes(app, context);
  setUpRoutes(app, context);
  serviceRoutes(app, context);
  planRoutes(app, context);
  subscriptionRoutes(app, context);
  serviceAreaRoutes(app, context);
  vehicleRoutes(app, context);
  conversationRoutes(app, context);
  paymentRoutes(app, context);
  auditRoutes(app, context);
  notificationRoutes(app, context);
  chatRoutes(app, context);
  if (parts.web) await pageRoutes(app, context, parts.web);
  else app.setNotFoundHandler((request, reply) => sendRefusal(request, reply, nothingThere));

  await app.ready();
  refuseMissingCalls(app, parts.demoAccounts !== null);
}

/**
 * A call without a row in the access table stops the start. So does a route that names one and
 * isn't answered as a call: nobody would ask who comes, so it can only be open to everyone.
 */
export function refuseUnguardedRoutes(app: FastifyInstance): void {
  app.addHook('onRoute', ({ method, url, config, handler }) => {
    if (!url.startsWith('/api')) return;
    const route = `The route ${String(method)} ${url}`;
    if (!config?.access) throw new Error(`${route} has no access policy.`);
    if (config.access !== 'public' && !isGuarded(handler)) {
      throw new Error(`${route} is not guarded by its access policy.`);
    }
  });
}

/** A call that the contract names and nobody answers stops the start too. */
function refuseMissingCalls(app: FastifyInstance, demo: boolean): void {
  for (const [name, { method, path }] of Object.entries(calls)) {
    if (name === 'openDemoSession' && !demo) continue;
    if (!app.hasRoute({ method, url: path })) {
      throw new Error(`The contract's call ${name} (${method} ${path}) is not answered.`);
    }
  }
}
