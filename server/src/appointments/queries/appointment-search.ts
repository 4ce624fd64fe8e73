// Reads tables owned by these modules: accounts, services, vehicles
import { parseDisplayId } from '@curbwrench/contract/fields/display-id';
import { isLongEnoughForTextSearch } from '@curbwrench/contract/fields/search-text';
import { sql, type RawBuilder } from 'kysely';
import {
  joinWithAnd,
  limitTo,
  containsPattern,
  orderBy,
  type SortColumn,
} from '../../database/paging.ts';
import type { ReadScope } from '../../database/read-scope.ts';
import { matchesPerson } from '../../accounts/queries/users.ts';

/**
 * Returns the query for the first `limit` appointments in `order` that meet the conditions and whose number, customer,
 * service or vehicle matches the search. Each branch reads only the first few appointments per matching customer,
 * service or vehicle, using an index in that order, so that a search with few or no matches does not scan all
 * appointments. A number of one or two digits finds only the appointment with this number.
 */
export function searchAppointments(
  search: string,
  scope: ReadScope,
  conditions: readonly RawBuilder<unknown>[],
  order: readonly SortColumn[],
  limit: number,
): RawBuilder<unknown> {
  const like = containsPattern(search);
  const appointmentId = parseDisplayId(search);
  const selectFirstAppointments = (
    parents: RawBuilder<unknown>,
    column: RawBuilder<unknown>,
  ) => sql`
    select matched.* from (${parents}) as parent cross join lateral (
      select * from appointments a where ${column} = parent.id and ${joinWithAnd(conditions)}
      ${orderBy(order)} ${limitTo(limit)}
    ) as matched`;
  const textBranches = () => [
    selectFirstAppointments(
      sql`select id from people where ${matchesPerson(search, scope)}`,
      sql`a.customer_id`,
    ),
    // Matches the first line item's service; the next branch matches the services of other line items, which are few.
    selectFirstAppointments(
      sql`select id from services where lower(name) like ${like}`,
      sql`a.service_id`,
    ),
    sql`(
      select a.* from appointments a
      where a.id in (
        select l.appointment_id from appointment_lines l join services s on s.id = l.service_id
        where l.kind = 'service' and l.position > 1 and lower(s.name) like ${like}
      ) and ${joinWithAnd(conditions)} ${orderBy(order)} ${limitTo(limit)}
    )`,
    selectFirstAppointments(
      sql`select id from vehicles
        where lower(make || ' ' || model || ' ' || coalesce(plate_number, '')) like ${like}`,
      sql`a.vehicle_id`,
    ),
  ];
  const branches = [
    ...(isLongEnoughForTextSearch(search) ? textBranches() : []),
    ...(appointmentId === null
      ? []
      : [
          sql`select * from appointments a where a.id = ${appointmentId} and ${joinWithAnd(conditions)}`,
        ]),
  ];
  const columns = sql.join(order.map(({ column }) => column));
  return sql`
    select distinct on (${columns}) a.* from (${sql.join(branches, sql` union all `)}) a
    ${orderBy(order)} ${limitTo(limit)}
  `;
}
