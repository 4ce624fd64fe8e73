import { maxFileBytes, tooLargeMessage } from '@curbwrench/contract/customer-files/limits';
import type { FastifyInstance } from 'fastify';
import { accepted, refused } from '../application/rules/result.ts';
import { FileReply, registerEndpoint } from '../http/endpoint.ts';
import { readCsvBody } from '../http/request-body.ts';
import type { RouteContext } from '../http/route-context.ts';
import { exportCustomers, exportVehicles } from './export-files.ts';
import { importCustomers } from './import-customers.ts';
import { previewImport } from './preview-import.ts';

const csvType = 'text/csv; charset=utf-8';

/** Registers the import and export of customers and vehicles as files. */
export function customerFileRoutes(app: FastifyInstance, context: RouteContext): void {
  registerEndpoint(app, context, 'previewImport', async ({ viewer, raw, reply }) => {
    if (!raw.headers['content-type']?.startsWith('text/csv')) {
      return refused('unsupported_media_type', 'Please choose a CSV file.');
    }
    const bytes = await readCsvBody(raw, reply, maxFileBytes);
    return bytes ? previewImport(context, viewer, bytes) : refused('too_large', tooLargeMessage);
  });

  registerEndpoint(app, context, 'importCustomers', async ({ viewer, body }) => {
    const imported = await importCustomers(context, viewer, body);
    return imported.ok ? accepted({ changed: imported.value }) : imported;
  });

  registerEndpoint(app, context, 'exportCustomers', async ({ viewer }) => {
    const file = await exportCustomers(context, viewer);
    return file.ok ? accepted(new FileReply(file.value, csvType, 'customers.csv')) : file;
  });

  registerEndpoint(app, context, 'exportVehicles', async ({ viewer }) => {
    const file = await exportVehicles(context, viewer);
    return file.ok ? accepted(new FileReply(file.value, csvType, 'vehicles.csv')) : file;
  });
}
