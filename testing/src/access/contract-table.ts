import { access, type AccessRow, type Caller } from '@curbwrench/contract/api/access';
import { endpointAccess } from '@curbwrench/contract/api/endpoint-access';
import { endpoints, type EndpointName } from '@curbwrench/contract/api/endpoints';
import { allCases } from './all-cases.ts';
import { expectedScope } from './expected-access.ts';
import type { BusinessWithMarkers } from './business-with-markers.ts';

/** A cell of the contract's access table with its expected and its declared value. */
export interface DeclaredCell {
  readonly row: AccessRow;
  readonly viewer: Caller;
  readonly expected: string;
  readonly declared: string;
}

/** Returns every cell of the contract's access table, row by row. */
export function declaredCells(): readonly DeclaredCell[] {
  return (Object.keys(access) as AccessRow[]).flatMap((row) =>
    (Object.entries(access[row]) as [Caller, string][]).map(([viewer, declared]) => ({
      row,
      viewer,
      expected: expectedScope(row, viewer),
      declared,
    })),
  );
}

/** Stream and session endpoints, which have their own tests. */
const testedElsewhere: readonly EndpointName[] = ['streamEvents', 'openDemoSession', 'signOut'];

/**
 * Returns the names of endpoints without a case, of cases whose row differs from their endpoint's, and of
 * cases whose endpoint has no route.
 */
export function findUncoveredEndpoints({
  server,
}: Pick<BusinessWithMarkers, 'server'>): readonly string[] {
  const covered = new Set([...allCases.map(({ endpoint }) => endpoint), ...testedElsewhere]);
  const hasRouteFor = (endpoint: EndpointName) =>
    server.hasRoute({ method: endpoints[endpoint].method, url: endpoints[endpoint].path });
  return [
    ...(Object.keys(endpoints) as EndpointName[]).filter((name) => !covered.has(name)),
    ...allCases
      .filter(({ endpoint, permission }) => endpointAccess[endpoint] !== permission)
      .map(({ name }) => name),
    ...allCases.filter(({ endpoint }) => !hasRouteFor(endpoint)).map(({ name }) => name),
  ];
}
