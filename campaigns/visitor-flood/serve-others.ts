import {
  makeTeam,
  makePerson,
  makeVehicle,
  type Team,
  type Person,
} from '@curbwrench/testing/builders';
import { unusedAddress, type AttackedSite, type HostileRequest } from '../attacked-site.ts';

/** People who use the site during a flood. */
export interface Others {
  readonly team: Team;
  readonly advisor: Person;
}

/** Creates the people who use the site during the floods. */
export async function prepareOthers(site: AttackedSite): Promise<Others> {
  const team = await makeTeam(site.app, 8);
  return { team, advisor: await makePerson(site.app, 'service_advisor') };
}

/**
 * Sends requests as a signed-in customer, who books an appointment, as the office, and as another visitor. Returns a
 * problem for each request that is not served.
 */
export async function serveOthers(
  site: AttackedSite,
  { team, advisor }: Others,
): Promise<string[]> {
  const customer = await makePerson(site.app, 'customer');
  const vehicleId = await makeVehicle(site.app, customer.id);
  const address = unusedAddress();
  const read = (path: string, person?: Person): HostileRequest => ({
    method: 'GET',
    path,
    address,
    ...(person && { person }),
  });
  const requests: readonly HostileRequest[] = [
    {
      method: 'POST',
      path: '/api/appointments',
      address,
      person: customer,
      body: {
        vehicleId,
        serviceId: team.serviceId,
        date: '2026-03-06',
        startTime: '09:00',
        location: JSON.stringify({ address: '7 Customer Lane' }),
      },
    },
    read('/api/appointments', customer),
    read('/api/appointments', advisor),
    read(`/api/slots/next?serviceId=${team.serviceId}`),
    read('/'),
  ];
  const problems: string[] = [];
  for (const request of requests) {
    const { status, body } = await site.send(request);
    if (status !== 200 && status !== 201)
      problems.push(`${request.method} ${request.path} is not served: ${status} ${body}`);
  }
  return problems;
}
