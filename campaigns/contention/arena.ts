import { addDays, isWeekend } from '@curbwrench/contract/fields/calendar';
import {
  makeAppointment,
  makeCrew,
  makeMechanic,
  makePerson,
  makeService,
  makeVehicle,
  type Building,
  type Crew,
  type Person,
} from '@curbwrench/testing/builders';

/** A customer with a car, signed in. */
export interface Customer extends Person {
  readonly vehicleId: number;
}

/**
 * Sets up contests: everyone who takes part in one is created for it, so that no contest
 * takes another's time and no rate limit is reached except the one being tested.
 */
export class Arena {
  readonly building: Building;
  readonly today: string;
  /** Working days far enough ahead for a customer to change them, the nearest first. */
  readonly dates: readonly string[];

  constructor(building: Building, today: string) {
    this.building = building;
    this.today = today;
    this.dates = Array.from({ length: 27 }, (_, day) => addDays(today, day + 3)).filter(
      (date) => !isWeekend(date),
    );
  }

  date(index: number): string {
    return this.dates[index % this.dates.length] ?? '';
  }

  crew(size: number): Promise<Crew> {
    return makeCrew(this.building, size);
  }

  mechanic(skills: readonly string[]): Promise<Person> {
    return makeMechanic(this.building, { skills });
  }

  service(skill: string): Promise<number> {
    return makeService(this.building, { skill });
  }

  person(role: Person['role']): Promise<Person> {
    return makePerson(this.building, role);
  }

  async customer(): Promise<Customer> {
    const person = await makePerson(this.building, 'customer');
    return { ...person, vehicleId: await makeVehicle(this.building, person.id) };
  }

  /** The current appointment, an hour from the given minutes unless specified otherwise. */
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
    const id = await makeAppointment(this.building, {
      customer_id: customer.id,
      vehicle_id: customer.vehicleId,
      service_id: serviceId,
      date,
      start_time: clock(from),
      end_time: clock(from + (details.length ?? 60)),
      status: details.status ?? (details.assigned ? 'confirmed' : 'pending'),
      mechanic_id: details.assigned?.id ?? null,
      hold_mechanic_id: details.held?.id ?? null,
    });
    return { id, customer };
  }
}

function clock(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}
