import type { AccessRow } from '@curbwrench/contract/access';
import { calls, type CallName } from '@curbwrench/contract/calls';
import type { DemoAccount } from '@curbwrench/contract/people';
import Fastify, { LogController, type FastifyInstance } from 'fastify';
import type { Store } from './db/connection/store.ts';
import type { BusinessSettings } from './domain/business-settings.ts';
import { createIdentity } from './identity/better-auth.ts';
import { startCleanUp } from './jobs/clean-up.ts';
import { followOutbox } from './jobs/event-feed.ts';
import type { Clock } from './ports/clock.ts';
import { appointmentRoutes } from './routes/appointments.ts';
import { businessRoutes } from './routes/business.ts';
import { dispatchRoutes } from './routes/dispatch.ts';
import { eventRoutes } from './routes/events.ts';
import { mechanicRoutes } from './routes/mechanics.ts';
import { pageRoutes } from './routes/pages.ts';
import { paymentRoutes } from './routes/payments.ts';
import { sendError } from './routes/refusals.ts';
import type { RouteContext } from './routes/route-context.ts';
import { serviceRoutes } from './routes/services.ts';
import { sessionRoutes } from './routes/sessions.ts';
import { userRoutes } from './routes/users.ts';
import { vehicleRoutes } from './routes/vehicles.ts';

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
  readonly publicUrl: string;
  readonly logLevel: string;
  /** The account behind each demo button; null where the demo is off. */
  readonly demoAccounts: Readonly<Record<DemoAccount, string>> | null;
  /** The built web client, or null to answer calls only. */
  readonly webFolder: string | null;
}

/** The largest body a call takes, in bytes. */
const largestBody = 64 * 1024;

/**
 * Composes the application over an open, migrated database: ports, then routes. Does not listen.
 * Closing it ends its streams and its jobs; the store stays open, and is its caller's to close.
 */
export async function createApp(parts: AppParts): Promise<FastifyInstance> {
  const app = Fastify({
    logger: parts.logLevel === 'silent' ? false : { level: parts.logLevel },
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: largestBody,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 100 },
    // An address that can't be read never reaches a route.
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply),
  });
  // Calls speak JSON; nothing here reads plain text.
  app.removeContentTypeParser('text/plain');
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 1024 },
    async () => ({}),
  );
  app.setErrorHandler(sendError);
  refuseUnguardedRoutes(app);

  const feed = await followOutbox(parts.store, app.log);
  const stopCleanUp = startCleanUp(parts.store, parts.clock, app.log);
  app.addHook('onClose', async () => {
    await stopCleanUp();
    await feed.stop();
  });

  const context: RouteContext = {
    store: parts.store,
    clock: parts.clock,
    business: parts.business,
    feed,
    demoAccounts: parts.demoAccounts,
    identity: createIdentity({
      store: parts.store,
      secret: parts.authSecret,
      publicUrl: parts.publicUrl,
      demoAccountIds: Object.values(parts.demoAccounts ?? {}),
    }),
  };
  businessRoutes(app, context);
  sessionRoutes(app, context);
  eventRoutes(app, context);
  appointmentRoutes(app, context);
  dispatchRoutes(app, context);
  mechanicRoutes(app, context);
  userRoutes(app, context);
  serviceRoutes(app, context);
  vehicleRoutes(app, context);
  paymentRoutes(app, context);
  if (parts.webFolder !== null) await pageRoutes(app, parts.webFolder);

  await app.ready();
  refuseMissingCalls(app, parts.demoAccounts !== null);
  return app;
}

/** A call without a row in the access table stops the start (D1). */
function refuseUnguardedRoutes(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (route.url.startsWith('/api') && !route.config?.access) {
      throw new Error(`The route ${String(route.method)} ${route.url} has no access policy.`);
    }
  });
}

const notYet = new Set<string>([
  'getSignInOptions',
  'signUp',
  'verifyEmail',
  'resendVerification',
  'signIn',
  'signInWithCode',
  'requestPasswordReset',
  'resetPassword',
  'getAccount',
  'changeAccount',
  'changeEmail',
  'changePassword',
  'deleteAccount',
  'startTwoFactor',
  'confirmTwoFactor',
  'stopTwoFactor',
  'listSessions',
  'revokeSession',
  'revokeOtherSessions',
  'setUp',
  'listInvitations',
  'invite',
  'resendInvitation',
  'withdrawInvitation',
  'readInvitation',
  'acceptInvitation',
  'listMails',
  'listAuditEntries',
  'changeStanding',
  'changeMechanicWork',
]);

/** A call that the contract names and nobody answers stops the start too. */
function refuseMissingCalls(app: FastifyInstance, demo: boolean): void {
  for (const [name, { method, path }] of Object.entries(calls)) {
    if (name === 'openDemoSession' && !demo) continue;
    if (notYet.has(name)) continue;
    if (!app.hasRoute({ method, url: path })) {
      throw new Error(`The contract's call ${name} (${method} ${path}) is not answered.`);
    }
  }
}
