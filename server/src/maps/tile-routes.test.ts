import { gzipSync } from 'node:zlib';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import type { StreetFile } from '../application/street-file-port.ts';
import { tileRoutes } from './tile-routes.ts';

test('a tile that decompresses to more than 100 MB is not sent @maps.street-file', async () => {
  const bomb = gzipSync(Buffer.alloc(100_000_001));
  const streetFile = {
    contentName: 'x',
    contentType: 'image/png',
    isCompressed: true,
    readTile: async () => bomb,
  } as Partial<StreetFile> as StreetFile;
  const app = fastify();
  tileRoutes(app, streetFile);
  const { statusCode, body } = await app.inject('/map/tiles/x/0/0/0');
  expect(statusCode).toBe(503);
  expect(body.length).toBeLessThan(1000);
  await app.close();
});
