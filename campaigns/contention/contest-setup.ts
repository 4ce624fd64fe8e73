import { addDays, isWeekend } from '@curbwrench/contract/fields/calendar';
import {
  makeAppointment,
  makeCrew,
  makeMechanic,
  makePerson,
  makeService,
  makeVehicle,
  type BuilderContext,
  type Crew,
  type Person,
} from '@curbwrench/testing/builders';

/** A signed-in customer with a vehicle. */
export interface Customer extends Person {
  readonly vehicleId: number;
}

/**
 * Creates the people and objects of contests. Each contest gets its own, so that contests do not compete
 * with each other and no rate limit is reached.
 */
export class ContestSetup {
  readonly context: BuilderContext;
  readonly today: string;
  /** Weekdays far enough ahead that customers may still change appointments, the nearest first. */
  readonly dates: readonly string[];

  constructor(context: BuilderContext, today: string) {
    this.context = context;
    this.today = today;
    this.dates = Array.from({ length: 27 }, (_, day) => addDays(today, day + 3)).filter(
      (date) => !isWeekend(date),
    );
  }

  date(index: number): string {
    return this.dates[index % this.dates.length] ?? '';
  }

  crew(size: number): Promise<Crew> {
    return makeCrew(this.context, size);
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

  /** Inserts an appointment from `from` minutes after midnight, an hour long by default. */
  async appointment(
    serviceId: number,
    date: string,
    from: number,
    details: {
      readonly customer?: Customer;
      readonly length?: number;
      readonly held?: Person;
      readonly assigned?: Person;
      readonly status?: 'pending' | 'unassigned' | 'confirmed' | 'in_progress';
    } = {},
  ): Promise<{ id: number; customer: Customer }> {
    const customer = details.customer ?? (await this.customer());
    const id = await makeAppointment(this.context, {
      customer_id: customer.id,
      vehicle_id: customer.vehicleId,
      service_id: serviceId,
      date,
      start_time: formatTime(from),
      end_time: formatTime(from + (details.length ?? 60)),
      status: details.status ?? (details.assigned ? 'confirmed' : 'pending'),
      mechanic_id: details.assigned?.id ?? null,
      hold_mechanic_id: details.held?.id ?? null,
    });
    return { id, customer };
  }
}

function formatTime(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}
