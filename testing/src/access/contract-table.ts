import { access, type AccessRow, type Caller } from '@curbwrench/contract/api/access';
import { callAccess } from '@curbwrench/contract/api/call-access';
import { calls, type CallName } from '@curbwrench/contract/api/calls';
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

/** Stream and session calls, which have their own tests. */
const testedElsewhere: readonly CallName[] = ['streamEvents', 'openDemoSession', 'signOut'];

/**
 * Returns the names of calls without a case, of cases whose row differs from their call's, and of
 * cases whose call has no route.
 */
export function findUncoveredCalls({
  server,
}: Pick<BusinessWithMarkers, 'server'>): readonly string[] {
  const covered = new Set([...allCases.map(({ call }) => call), ...testedElsewhere]);
  const hasRouteFor = (call: CallName) =>
    server.hasRoute({ method: calls[call].method, url: calls[call].path });
  return [
    ...(Object.keys(calls) as CallName[]).filter((name) => !covered.has(name)),
    ...allCases
      .filter(({ call, accessRow }) => callAccess[call] !== accessRow)
      .map(({ name }) => name),
    ...allCases.filter(({ call }) => !hasRouteFor(call)).map(({ name }) => name),
  ];
}
