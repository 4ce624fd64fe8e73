import { errorStatuses } from '@curbwrench/contract/api/errors';
import type { Rows } from '../faults/inspection.ts';
import type { Answer, Contest } from './contest.ts';

/** Every status that a call may be answered with. */
const declared = new Set<number>([200, 201, ...Object.values(errorStatuses)]);

export function isAccepted({ status }: Answer): boolean {
  return status === 200 || status === 201;
}

/** What the responses alone show: all present, all declared, and as many winners as possible. */
export function problemsOfAnswers(contest: Contest, answers: readonly (Answer | null)[]): string[] {
  const problems: string[] = [];
  const say = (what: string): void => void problems.push(`${contest.name}: ${what}`);
  for (const answer of answers) {
    if (answer === null) say('a request got no response');
    else if (answer.status >= 500) say(`${answer.status} ${answer.body}`);
    else if (!declared.has(answer.status)) say(`a response of ${answer.status}`);
    else if (answer.status === 429) say(`a rate limit was reached: ${answer.body}`);
  }
  const winners = answers.filter((answer) => answer !== null && isAccepted(answer)).length;
  if (contest.winners !== null && winners !== contest.winners) {
    const reasons = new Set(
      answers.flatMap((answer) =>
        answer && !isAccepted(answer) ? [`${answer.status} ${answer.body}`] : [],
      ),
    );
    say(`${winners} won, where ${contest.winners} can (${[...reasons].join('; ')})`);
  }
  return problems;
}

interface Row {
  id: number;
  lines: number;
  touched: boolean;
  kinds: string[];
  status: string;
}

/**
 * What the database shows of a contest: an acknowledged change exists, with one entry in its history
 * each; a refused one changed nothing, and there is no booking that was not acknowledged.
 */
export async function problemsOfRows(
  contest: Contest,
  answers: readonly (Answer | null)[],
  rows: Rows,
): Promise<string[]> {
  const problems: string[] = [];
  const say = (what: string): void => void problems.push(`${contest.name}: ${what}`);
  const accepted = new Map<number, number>();
  const subjects = new Set<number>();
  const vehicles: number[] = [];
  for (const [index, shot] of contest.shots.entries()) {
    const answer = answers[index];
    const won = answer && isAccepted(answer);
    const id =
      shot.appointmentId ?? (won ? Number((JSON.parse(answer.body) as { id: unknown }).id) : null);
    if (shot.appointmentId === null) vehicles.push(Number(Reflect.get(shot.body, 'vehicleId')));
    if (id === null) continue;
    subjects.add(id);
    if (won) accepted.set(id, (accepted.get(id) ?? 0) + 1);
  }
  const found = await rows<Row>(
    `select id, status, updated_at <> created_at as touched,
       (select count(*) from appointment_events e where e.appointment_id = a.id)::int as lines,
       (select coalesce(array_agg(kind order by e.id), '{}') from appointment_events e
        where e.appointment_id = a.id) as kinds
     from appointments a where id = any($1::int[]) or vehicle_id = any($2::int[])`,
    [[...subjects], vehicles],
  );
  const byId = new Map(found.map((row) => [row.id, row]));
  for (const id of subjects) if (!byId.has(id)) say(`${id} was acknowledged and does not exist`);
  for (const { id, lines, touched, kinds, status } of found) {
    const acknowledged = accepted.get(id) ?? 0;
    const right = contest.mayRepeat ? lines <= acknowledged : lines === acknowledged;
    if (!right)
      say(`${id} has ${lines} entries in the history for ${acknowledged} acknowledged changes`);
    if (acknowledged === 0 && touched) say(`${id} was changed by a refused request`);
    if (lines > 0 && !endsAs(kinds, status)) say(`${id} is ${status} after ${kinds.join(', ')}`);
  }
  return problems;
}

/** The status after each kind of history entry. */
const leaves: Readonly<Record<string, readonly string[]>> = {
  booked: ['pending'],
  assigned: ['confirmed'],
  unassigned: ['unassigned'],
  declined: ['unassigned'],
  rescheduled: ['pending', 'unassigned', 'confirmed'],
  started: ['in_progress'],
  completed: ['completed'],
  cancelled: ['cancelled'],
};

function endsAs(kinds: readonly string[], status: string): boolean {
  const first = kinds.findIndex((kind) => kind === 'cancelled' || kind === 'completed');
  const isFinal = first < 0 || first === kinds.length - 1;
  return isFinal && (leaves[kinds.at(-1) ?? '']?.includes(status) ?? false);
}

/** An array of such values; its elements have no property name. */
export async function problemsOfDatabase(rows: Rows): Promise<string[]> {
  const open = `status in ('pending', 'unassigned', 'confirmed', 'in_progress')`;
  const overlaps = await rows<{ a: number; b: number }>(`
    select a.id as a, b.id as b from appointments a join appointments b on a.id < b.id
      and a.date = b.date
      and coalesce(a.mechanic_id, a.hold_mechanic_id) = coalesce(b.mechanic_id, b.hold_mechanic_id)
      and a.start_time < b.end_time and b.start_time < a.end_time
    where a.${open} and b.${open}`);
  const busy = await rows<{ mechanic: string }>(`
    select mechanic_id as mechanic from appointments where status = 'in_progress'
    group by mechanic_id having count(*) > 1`);
  const unheld = await rows<{ id: number }>(`
    select id from appointments where status in ('pending', 'unassigned')
      and hold_mechanic_id is null and (select count(*) from mechanics) > 0
      and status = 'pending'`);
  const unpaid = await rows<{ id: number }>(`
    select a.id from appointments a left join payments p on p.appointment_id = a.id
    where (a.status = 'completed') <> (p.id is not null)`);
  return [
    ...overlaps.map(({ a, b }) => `${a} and ${b} overlap for the same mechanic`),
    ...busy.map(({ mechanic }) => `${mechanic} has two jobs in progress`),
    ...unheld.map(({ id }) => `${id} is pending without a hold`),
    ...unpaid.map(
      ({ id }) => `${id} is completed without a payment, or has one without being completed`,
    ),
  ];
}
