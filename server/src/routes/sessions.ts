import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { accepted, refused } from '../domain/outcome.ts';
import { answerCall, Sent } from './call.ts';
import type { RouteContext } from './route-context.ts';
import { readSessionUser } from './users.ts';

/** Coming in by a demo button, and going out. */
export function sessionRoutes(app: FastifyInstance, context: RouteContext): void {
  const { demoAccounts, identity } = context;

  // Where the demo is off there is no such call at all (D2).
  if (demoAccounts) {
    answerCall(app, context, 'openDemoSession', async ({ body, raw, reply }) => {
      const userId = demoAccounts[body.account];
      const cookies = await identity.openDemoSession(userId, raw.headers);
      if (!cookies) return refused('not_found', 'There is no such demo account.');
      for (const cookie of cookies) reply.header('set-cookie', cookie);
      return readSessionUser(context, userId);
    });
  }

  answerCall(app, context, 'signOut', async ({ raw, reply }) => {
    await leave(raw, reply);
    return accepted(Sent);
  });

  // A navigation, as the specification has it. From our own page it is immediate; a link from
  // anywhere else opens a page that asks, so that nobody can be signed out by a link (D3).
  app.get('/api/logout', { config: { access: 'public' } }, async (request, reply) => {
    if (request.headers['sec-fetch-site'] === 'same-origin') return leave(request, reply);
    return reply
      .header('cache-control', 'no-store')
      .header('content-security-policy', "default-src 'none'; form-action 'self'; style-src 'self'")
      .type('text/html; charset=utf-8')
      .send(askPage(context.business.name));
  });

  async function leave(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    for (const cookie of await identity.signOut(request.headers)) {
      reply.header('set-cookie', cookie);
    }
    return reply.header('cache-control', 'no-store').redirect('/?signed-out', 303);
  }
}

function askPage(businessName: string): string {
  const name = businessName.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Log out - ${name}</title></head>
<body><main><h1>Log out of ${name}?</h1>
<form method="post" action="/api/logout"><button type="submit">Log out</button></form>
<p><a href="/">Stay signed in</a></p></main></body>
</html>
`;
}
