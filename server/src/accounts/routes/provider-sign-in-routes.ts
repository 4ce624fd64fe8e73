import {
  safeRedirectPath,
  type SignInProblem,
} from '@curbwrench/contract/accounts/sign-in-navigation';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { checkRateLimit } from '../../application/check-rate-limit.ts';
import {
  beginProviderSignIn,
  finishProviderSignIn,
  storeProviderSession,
} from '../commands/sign-in-by-provider.ts';
import { findProviderSession } from '../queries/provider-identities.ts';
import { accepted } from '../../application/rules/result.ts';
import type { SignInProvider } from '../../application/sign-in-provider-port.ts';
import { readBrowserBinding, bindBrowser } from './browser-binding.ts';
import { registerEndpoint, Sent } from '../../http/endpoint.ts';
import { getClientAddress, getNetwork } from '../../http/client-address.ts';
import { confirmLogOutPage, providerLogOutPage, pageHeaders } from './log-out-pages.ts';
import { nothingFound, sendRefusal } from '../../http/refusals.ts';
import type { RouteContext } from '../../http/route-context.ts';
import { getClientInfo } from '../../http/client-info.ts';
import { setCookies } from '../../http/set-cookies.ts';

/** Registers the routes for signing in through a provider, and for logging out both here and at the provider. */
export function providerSignInRoutes(app: FastifyInstance, context: RouteContext): void {
  const { identity, signIn } = context;
  // No HEAD routes, so that a prefetch does not use up a sign-in.
  const options = { config: { access: 'public' }, exposeHeadRoute: false } as const;

  app.get('/api/login', options, async (request, reply) => {
    const returnTo = safeRedirectPath(readQuery(request).get('to'));
    const [firstProvider, ...otherProviders] = signIn.providers;
    const isOnlyOption = !signIn.passwords && otherProviders.length === 0;
    return firstProvider && isOnlyOption
      ? redirectToProvider(request, reply, firstProvider, returnTo)
      : redirectToSignInPage(reply, returnTo);
  });

  app.get<{ Params: { provider: string } }>(
    '/api/login/:provider',
    options,
    async (request, reply) => {
      const provider = findProvider(request.params.provider);
      if (!provider) return sendRefusal(request, reply, nothingFound);
      return redirectToProvider(
        request,
        reply,
        provider,
        safeRedirectPath(readQuery(request).get('to')),
      );
    },
  );

  // The provider redirects the browser to this address, which finishes the sign-in.
  app.get<{ Params: { provider: string } }>(
    '/api/login/callback/:provider',
    options,
    async (request, reply) => {
      const provider = findProvider(request.params.provider);
      if (!provider) return sendRefusal(request, reply, nothingFound);
      const outcome = await finishProviderSignIn(context, provider, {
        binding: readBrowserBinding(request, signIn.isHttps),
        query: readQuery(request).toString(),
        arePasswordsEnabled: signIn.passwords,
      });
      if (!outcome.ok) {
        return redirectWithProblem(
          request,
          reply,
          outcome.problem,
          outcome.reason,
          outcome.returnTo,
        );
      }
      const session = await identity.openSession(outcome.person, getClientInfo(request));
      if (!session.ok) {
        const { code } = session.refusal;
        const problem = code === 'not_allowed' ? 'deactivated' : 'expired';
        return redirectWithProblem(request, reply, problem, code, outcome.returnTo);
      }
      await storeProviderSession(context, session.value.token, provider, outcome.idToken);
      setCookies(reply, session.value.cookies);
      return redirect(reply, outcome.returnTo);
    },
  );

  registerEndpoint(app, context, 'signOut', async ({ raw, reply }) => {
    await logOut(raw, reply);
    return accepted(Sent);
  });

  // A link on our own page logs out immediately. Any other link opens a page that asks for confirmation, so that
  // no other site can log anyone out.
  app.get('/api/logout', options, async (request, reply) => {
    if (request.headers['sec-fetch-site'] === 'same-origin') return logOut(request, reply);
    return reply.headers(pageHeaders).send(confirmLogOutPage(context.business.name));
  });

  async function redirectToProvider(
    request: FastifyRequest,
    reply: FastifyReply,
    provider: SignInProvider,
    returnTo: string,
  ): Promise<FastifyReply> {
    // A provider doesn't prompt a user who is already signed in there. A link on another site must not sign anyone in
    // without a click, so it opens the sign-in page, where the user must click a button (ASVS 5.0 7.6.2).
    if (isCrossSite(request)) return redirectToSignInPage(reply, returnTo);
    const rateLimit = await checkRateLimit(context, 'beginProviderSignIn', {
      network: getNetwork(getClientAddress(request)),
      subject: null,
      role: null,
    });
    if (!rateLimit.ok) return sendRefusal(request, reply, rateLimit.refusal);
    const { binding, cookie } = bindBrowser(request, signIn.isHttps);
    const authorizationUrl = await beginProviderSignIn(context, provider, { binding, returnTo });
    if (!authorizationUrl.ok)
      return redirectWithProblem(
        request,
        reply,
        authorizationUrl.problem,
        authorizationUrl.reason,
        returnTo,
      );
    reply.header('set-cookie', cookie);
    return redirect(reply, authorizationUrl.value);
  }

  /**
   * Ends our session first, so that it ends even if the provider fails. Then redirects the browser to the provider's
   * log-out page.
   */
  async function logOut(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const token = await identity.readSessionToken(request.headers);
    const session = token === null ? null : await findProviderSession(context.store.kysely, token);
    setCookies(reply, await identity.signOut(request.headers));
    const provider = session && findProvider(session.provider);
    const providerUrl = provider ? await provider.signOutUrl(session.idToken) : null;
    if (providerUrl === null) return redirect(reply, '/?signed-out');
    // Our CSP blocks form submissions from redirecting to other origins, so we return an interstitial page that
    // redirects.
    if (request.method === 'POST')
      return reply.headers(pageHeaders).send(providerLogOutPage(providerUrl));
    return redirect(reply, providerUrl);
  }

  function findProvider(id: string): SignInProvider | undefined {
    return signIn.providers.find((provider) => provider.id === id);
  }
}

/** Returns whether another site sent this request. Only old browsers and non-browser clients omit the header. */
function isCrossSite(request: FastifyRequest): boolean {
  const site = request.headers['sec-fetch-site'];
  return site !== undefined && site !== 'same-origin' && site !== 'none';
}

function readQuery(request: FastifyRequest): URLSearchParams {
  const [, query = ''] = request.url.split(/\?(.*)/s);
  return new URLSearchParams(query);
}

function redirectWithProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  problem: SignInProblem,
  reason: string,
  returnTo: string,
): FastifyReply {
  request.log.warn({ problem, reason }, 'A sign-in through a provider ended without a session.');
  return redirectToSignInPage(reply, returnTo, problem);
}

function redirectToSignInPage(
  reply: FastifyReply,
  returnTo: string,
  problem?: SignInProblem,
): FastifyReply {
  const query = new URLSearchParams({
    ...(problem !== undefined && { problem }),
    ...(returnTo !== '/' && { to: returnTo }),
  }).toString();
  return redirect(reply, query === '' ? '/sign-in' : `/sign-in?${query}`);
}

/**
 * Redirects with 303, so that the next request is a GET. Encodes the URL in ASCII, as a header requires.
 */
function redirect(reply: FastifyReply, to: string): FastifyReply {
  const base = 'http://localhost';
  const address = to.startsWith('/') ? new URL(to, base).href.slice(base.length) : to;
  return reply.header('cache-control', 'no-store').redirect(address, 303);
}
