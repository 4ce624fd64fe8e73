import { endpoints, type EndpointName } from '@curbwrench/contract/api/endpoints';
import {
  deriveLinkSecret,
  findOrCreateAppointmentLink,
} from '@curbwrench/server/appointment-links/find-or-create-link';
import { inTransaction } from '@curbwrench/server/database/connection/transaction';
import type { BuilderContext } from './builders.ts';
import { send, type TestResponse } from './requests.ts';

/** Returns the URL of an appointment's link for a person, creating the link if there is none. */
export function makeLinkUrl(
  { store, authSecret }: BuilderContext,
  appointmentId: number,
  personId: string,
  publicUrl = 'http://localhost',
): Promise<string> {
  const settings = { secret: deriveLinkSecret(authSecret), publicUrl };
  return inTransaction(store, (trx) =>
    findOrCreateAppointmentLink(trx, settings, appointmentId, personId, new Date()),
  );
}

/** Returns the token of an appointment's link, creating the link if there is none. */
export async function makeLinkToken(
  context: BuilderContext,
  appointmentId: number,
  personId: string,
): Promise<string> {
  return getToken(await makeLinkUrl(context, appointmentId, personId));
}

/** Returns the token in a link's URL. */
export function getToken(url: string): string {
  return url.slice(url.indexOf('#token=') + '#token='.length);
}

/** Sends a request with a link's token, as a visitor. */
export function sendByLink(
  app: Parameters<typeof send>[0],
  endpoint: EndpointName,
  token: string,
  body: object = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<TestResponse> {
  return send(app, null, 'POST', endpoints[endpoint].path, { token, ...body }, headers);
}
