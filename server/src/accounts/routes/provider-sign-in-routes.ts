import { ownPath, type SignInProblem } from '@curbwrench/contract/accounts/sign-in-navigation';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { countRequest } from '../../application/count-request.ts';
import {
  beginProviderSignIn,
  finishProviderSignIn,
  rememberProvider,
} from '../commands/sign-in-by-provider.ts';
import { findProviderSession } from '../queries/provider-identities.ts';
import { accepted } from '../../application/rules/result.ts';
import type { SignInProvider } from '../../application/sign-in-provider-port.ts';
import { browserMark, markBrowser } from './browser-mark.ts';
import { answerCall, Sent } from '../../http/call.ts';
import { clientAddress, networkOf } from '../../http/client-address.ts';
import { askPage, awayPage, pageHeaders } from './log-out-pages.ts';
import { nothingThere, sendRefusal } from '../../http/refusals.ts';
import type { RouteContext } from '../../http/route-context.ts';
import { setCookies, visitorOf } from '../../http/visitor.ts';

/** Registers addresses to which a browser navigates and that are neither calls nor pages. */
export function navigationRoutes(app: FastifyInstance, context: RouteContext): void {
  const { identity, signIn } = context;
  // GET only: a prefetch with HEAD must not use a sign-in up.
  const options = { config: { access: 'public' }, exposeHeadRoute: false } as const;

  app.get('/api/login', options, async (request, reply) => {
    const returnTo = ownPath(readQuery(request).get('to'));
    const [only, ...others] = signIn.providers;
    const choice = signIn.passwords || only === undefined || others.length > 0;
    return choice ? toSignInPage(reply, returnTo) : toProvider(request, reply, only, returnTo);
  });

  app.get<{ Params: { provider: string } }>(
    '/api/login/:provider',
    options,
    async (request, reply) => {
      const provider = findProvider(request.params.provider);
      if (!provider) return sendRefusal(request, reply, nothingThere);
      return toProvider(request, reply, provider, ownPath(readQuery(request).get('to')));
    },
  );

  // The provider sends the browser back here: the one link that signs someone in.
  app.get<{ Params: { provider: string } }>(
    '/api/login/callback/:provider',
    options,
    async (request, reply) => {
      const provider = findProvider(request.params.provider);
      if (!provider) return sendRefusal(request, reply, nothingThere);
      const answer = await finishProviderSignIn(context, provider, {
        mark: browserMark(request, signIn.isHttps),
        query: readQuery(request).toString(),
        passwords: signIn.passwords,
      });
      if (!answer.ok) {
        return toProblem(request, reply, answer.problem, answer.reason, answer.returnTo);
      }
      const opened = await identity.openSession(answer.person, visitorOf(request));
      if (!opened.ok) {
        const { code } = opened.refusal;
        const problem = code === 'not_allowed' ? 'deactivated' : 'expired';
        return toProblem(request, reply, problem, code, answer.returnTo);
      }
      await rememberProvider(context, opened.value.token, provider, answer.idToken);
      setCookies(reply, opened.value.cookies);
      return redirect(reply, answer.returnTo);
    },
  );

  answerCall(app, context, 'signOut', async ({ raw, reply }) => {
    await leave(raw, reply);
    return accepted(Sent);
  });

  // From our own page it is immediate; a link from anywhere else opens a page that asks, so that no link can
  // log anyone out.
  app.get('/api/logout', options, async (request, reply) => {
    if (request.headers['sec-fetch-site'] === 'same-origin') return leave(request, reply);
    return reply.headers(pageHeaders).send(askPage(context.business.name));
  });

  async function toProvider(
    request: FastifyRequest,
    reply: FastifyReply,
    provider: SignInProvider,
    returnTo: string,
  ): Promise<FastifyReply> {
    // A provider with an open session signs in without a click, so another site's link leads to the sign-in
    // page, whose button asks (ASVS 5.0 7.6.2).
    if (isSentFromElsewhere(request)) return toSignInPage(reply, returnTo);
    const counted = await countRequest(context, 'beginProviderSignIn', {
      network: networkOf(clientAddress(request)),
      account: null,
      role: null,
    });
    if (!counted.ok) return sendRefusal(request, reply, counted.refusal);
    const { mark, cookie } = markBrowser(request, signIn.isHttps);
    const address = await beginProviderSignIn(context, provider, { mark, returnTo });
    if (!address.ok) return toProblem(request, reply, address.problem, address.reason, returnTo);
    reply.header('set-cookie', cookie);
    return redirect(reply, address.value);
  }

  /** Ends our session first, whatever the provider does; then sends the browser on to it. */
  async function leave(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const token = await identity.tokenOf(request.headers);
    const session = token === null ? null : await findProviderSession(context.store.kysely, token);
    setCookies(reply, await identity.signOut(request.headers));
    const provider = session && findProvider(session.provider);
    const away = provider ? await provider.signOutUrl(session.idToken) : null;
    if (away === null) return redirect(reply, '/?signed-out');
    // A form's response may only redirect to where the page's policy lets forms go, so a page does it.
    if (request.method === 'POST') return reply.headers(pageHeaders).send(awayPage(away));
    return redirect(reply, away);
  }

  function findProvider(id: string): SignInProvider | undefined {
    return signIn.providers.find((provider) => provider.id === id);
  }
}

/** Without the header, the client is an old browser, or not a browser. */
function isSentFromElsewhere(request: FastifyRequest): boolean {
  const site = request.headers['sec-fetch-site'];
  return site !== undefined && site !== 'same-origin' && site !== 'none';
}

function readQuery(request: FastifyRequest): URLSearchParams {
  const [, query = ''] = request.url.split(/\?(.*)/s);
  return new URLSearchParams(query);
}

function toProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  problem: SignInProblem,
  reason: string,
  returnTo: string,
): FastifyReply {
  request.log.warn({ problem, reason }, 'A sign-in by a provider ended without a session.');
  return toSignInPage(reply, returnTo, problem);
}

function toSignInPage(
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

/** Redirects with 303, so that the next request is a GET. Encoded for a header, in ASCII. */
function redirect(reply: FastifyReply, to: string): FastifyReply {
  const address = to.startsWith('/') ? new URL(to, 'http://localhost').href.slice(16) : to;
  return reply.header('cache-control', 'no-store').redirect(address, 303);
}
