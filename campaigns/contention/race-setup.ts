import { addDays, isWeekend } from '@curbwrench/contract/fields/calendar';
import {
  makeAppointment,
  makeTeam,
  makeMechanic,
  makePerson,
  makeService,
  makeVehicle,
  type BuilderContext,
  type Team,
  type Person,
} from '@curbwrench/testing/builders';
import { sql } from 'kysely';

/** A signed-in customer with a vehicle. */
export interface Customer extends Person {
  readonly vehicleId: number;
}

/**
 * Creates the people and records for races. Each race gets its own, so that races do not compete
 * with each other and no rate limit is reached.
 */
export class RaceSetup {
  readonly context: BuilderContext;
  readonly today: string;
  /** Working days far enough ahead that customers may still change their appointments, in order. */
  readonly dates: readonly string[];

  constructor(context: BuilderContext, today: string) {
    this.context = context;
    this.today = today;
    this.dates = Array.from({ length: 27 }, (_, day) => addDays(today, day + 3)).filter(
      (date) => !isWeekend(date),
    );
  }

  /** Returns one of `dates`; the index wraps around. */
  date(index: number): string {
    return this.dates[index % this.dates.length] ?? '';
  }

  team(mechanicCount: number): Promise<Team> {
    return makeTeam(this.context, mechanicCount);
  }

  mechanic(skills: readonly string[]): Promise<Person> {
    return makeMechanic(this.context, { skills });
  }

  service(skill: string): Promise<number> {
    return makeService(this.context, { skill });
  }

  person(role: Person['role']): Promise<Person> {
    return makePerson(this.context, role);
  }

  async customer(): Promise<Customer> {
    const person = await makePerson(this.context, 'customer');
    return { ...person, vehicleId: await makeVehicle(this.context, person.id) };
  }

  /** Gives a mechanic working hours for all of today, whatever day of the week it is. */
  async giveHoursToday({ id }: Person): Promise<void> {
    await this.context.store.kysely
      .insertInto('working_day_exceptions')
      .values({ mechanic_id: id, date: this.today, starts: '00:00', ends: '24:00' })
      .execute();
  }

  /** Marks a mechanic as sick for all of today. */
  async markSickToday({ id }: Person): Promise<void> {
    await sql`insert into time_off (mechanic_id, during, reason, sick) values
      (${id}, tsrange(${this.today}::date, ${this.today}::date + 1), 'Sick', true)`.execute(
      this.context.store.kysely,
    );
  }

  /**
   * Records a move that the office can still undo: an assigned appointment was just moved from the old time to its
   * current time on the same day. Returns the version to pass in an undo request.
   */
  async makeBoardMove(id: number, oldStart: string, oldEnd: string): Promise<number> {
    const { kysely } = this.context.store;
    const { rows } = await sql<{ version: number }>`
      with moved as (
        insert into appointment_events (appointment_id, kind, at, detail)
        select id, 'rescheduled', created_at, jsonb_build_object('fromDate', date, 'fromTime', ${oldStart}::text,
          'toDate', date, 'toTime', to_char(start_time, 'HH24:MI'))
        from appointments where id = ${id}
        returning id
      )
      insert into undoable_changes (appointment_id, kind, event_id, before, events, undo_until)
      select a.id, 'dispatch', moved.id, jsonb_build_object('date', date, 'start_time', ${oldStart}::text,
        'end_time', ${oldEnd}::text, 'status', status, 'mechanic_id', mechanic_id,
        'buffer_minutes', buffer_minutes, 'outside_hours', outside_hours, 'declined_by', declined_by,
        'wasStranded', false), '[]', greatest(now(), ${this.today}::date) + interval '2 days'
      from appointments a, moved where a.id = ${id}
      returning event_id::int as version`.execute(kysely);
    const [row] = rows;
    if (!row) throw new Error('Appointment not found.');
    return row.version;
  }

  /** Inserts an appointment that starts at `startMinutes` after midnight and lasts an hour by default. */
  async appointment(
    serviceId: number,
    date: string,
    startMinutes: number,
    details: {
      readonly customer?: Customer;
      readonly minutes?: number;
      readonly heldMechanic?: Person;
      readonly assignedTo?: Person;
      readonly status?: 'pending' | 'unassigned' | 'confirmed' | 'in_progress';
    } = {},
  ): Promise<{ id: number; customer: Customer }> {
    const customer = details.customer ?? (await this.customer());
    const id = await makeAppointment(this.context, {
      customer_id: customer.id,
      vehicle_id: customer.vehicleId,
      service_id: serviceId,
      date,
      start_time: formatTime(startMinutes),
      end_time: formatTime(startMinutes + (details.minutes ?? 60)),
      status: details.status ?? (details.assignedTo ? 'confirmed' : 'pending'),
      mechanic_id: details.assignedTo?.id ?? null,
      held_mechanic_id: details.heldMechanic?.id ?? null,
    });
    return { id, customer };
  }
}

function formatTime(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}
