import type { FastifyInstance } from 'fastify';
import { findPicture } from '../queries/accounts.ts';
import { sendRefusal } from '../../http/refusals.ts';
import type { RouteContext } from '../../http/route-context.ts';

/**
 * Registers the route that serves people's pictures and the business's logo. A picture never changes, and viewing it
 * requires no session: its URL is unguessable and appears only in API responses. The route is not an endpoint of the
 * contract, since it returns an image.
 */
export function pictureRoutes(app: FastifyInstance, context: RouteContext): void {
  app.get<{ Params: { name: string } }>(
    '/api/pictures/:name',
    { config: { access: 'public' } },
    async (request, reply) => {
      const { name } = request.params;
      const picture = /^[A-Za-z0-9_-]{32}$/.test(name)
        ? await findPicture(context.store.kysely, name)
        : null;
      if (!picture) {
        return sendRefusal(request, reply, {
          code: 'not_found',
          message: 'Picture not found.',
        });
      }
      return reply
        .header('cache-control', 'private, max-age=31536000, immutable')
        .header('x-content-type-options', 'nosniff')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .type(picture.contentType)
        .send(picture.bytes);
    },
  );
}
