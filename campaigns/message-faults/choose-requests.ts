import type { Recipient } from './business.ts';
import { RequestPlanner, type PlannedRequest } from './planned-requests.ts';
import {
  addDays,
  getState,
  getDateTime,
  needsMechanic,
  toInstant,
  toLocal,
  type Appointment,
  type Scenario,
} from './model.ts';
import type { Random } from './random.ts';

const hour = 3_600_000;
/** The times at which appointments can start. */
export const startTimes = Array.from(
  { length: 10 },
  (_, index) => `${String(8 + index).padStart(2, '0')}:00`,
);

/** Chooses the requests of a scenario at random, only one for each appointment at a time. */
export class RequestChooser {
  readonly #scenario: Scenario;
  readonly #random: Random;
  readonly #planner: RequestPlanner;
  readonly #startTimes: readonly string[];

  /** `times`: the times at which appointments can start, `HH:mm`. */
  constructor(scenario: Scenario, random: Random, times: readonly string[]) {
    this.#scenario = scenario;
    this.#random = random;
    this.#startTimes = times;
    this.#planner = new RequestPlanner(scenario);
  }

  /** Returns bookings, changes to about `changeCount` appointments, and starts of the jobs that begin now. */
  chooseForHour(bookingCount: number, changeCount: number): PlannedRequest[] {
    const bookings = Array.from({ length: bookingCount }, () => this.#book());
    const open = this.#scenario.appointments.filter((appointment) => {
      const state = getState(appointment);
      return (
        (needsMechanic(state) || state.status === 'confirmed') &&
        this.#getHoursLeft(appointment) > 1
      );
    });
    const chosen = new Set<Appointment>();
    for (let index = 0; index < changeCount && open.length > 0; index += 1) {
      chosen.add(this.#random.pick(open));
    }
    // Also changes all unassigned appointments that start soon, since each one eventually needs a mechanic.
    const unassigned = open.filter(
      (appointment) => needsMechanic(getState(appointment)) && this.#getHoursLeft(appointment) < 20,
    );
    for (const appointment of unassigned) chosen.add(appointment);
    const changes = [...chosen].flatMap((appointment) => this.#change(appointment) ?? []);
    return [...bookings, ...changes, ...this.#startJobs()];
  }

  /**
   * Returns changes to about half of the appointments that were changed since a phase began, or whose reminder was just
   * sent. If a message about one of them failed, it is therefore outdated when it is retried.
   */
  chooseFollowUpChanges(sincePhase: number): PlannedRequest[] {
    return this.#scenario.appointments.flatMap((appointment) => {
      const state = getState(appointment);
      const hoursLeft = this.#getHoursLeft(appointment);
      const isFresh = (appointment.versions.at(-1)?.phase ?? 0) >= sincePhase;
      const isJustReminded = hoursLeft > 23.5 && hoursLeft <= 24;
      const isOpen = (needsMechanic(state) || state.status === 'confirmed') && hoursLeft > 1;
      if (!isOpen || !(isFresh || isJustReminded) || this.#random.chance(0.5)) return [];
      return this.#change(appointment) ?? [];
    });
  }

  /** Returns undo requests for about a third of the changes that can still be undone. */
  chooseUndos(): PlannedRequest[] {
    const drops = this.#planner.undoable
      .splice(0)
      .filter(
        ({ appointment }) => appointment.pendingMessages !== null && this.#random.chance(1 / 3),
      )
      .map((drop) => this.#planner.undoPlacement(drop, this.#pickOffice()));
    const starts = this.#listStarted().flatMap(([appointment, mechanic]) =>
      appointment.pendingMessages && this.#random.chance(1 / 4)
        ? [this.#planner.undoStart(appointment, mechanic)]
        : [],
    );
    return [...drops, ...starts];
  }

  /** Returns arrivals for most of the started jobs. */
  chooseArrivals(): PlannedRequest[] {
    return this.#listStarted().flatMap(([appointment, mechanic]) =>
      this.#random.chance(0.8) ? [this.#planner.arrive(appointment, mechanic)] : [],
    );
  }

  /** Returns completions of the jobs in progress, or for some of them, cancellations by the office. */
  chooseCompletions(): PlannedRequest[] {
    return this.#scenario.appointments.flatMap((appointment) => {
      const { status, mechanic } = getState(appointment);
      if (status !== 'in_progress' || !mechanic) return [];
      return this.#random.chance(0.1)
        ? [this.#planner.cancel(appointment, this.#pickOffice())]
        : [this.#planner.complete(appointment, mechanic)];
    });
  }

  #book(): PlannedRequest {
    const { customers, office } = this.#scenario.business;
    const customer = this.#random.pick(customers);
    const actor = this.#random.chance(0.6) ? customer : this.#random.pick(office);
    const vehicleId = this.#random.pick(customer.vehicleIds);
    return this.#planner.book(
      customer,
      vehicleId,
      actor,
      this.#pickDate(),
      this.#random.pick(this.#startTimes),
    );
  }

  #change(appointment: Appointment): PlannedRequest | null {
    const state = getState(appointment);
    const planner = this.#planner;
    const office = this.#pickOffice();
    const time = { date: this.#pickDate(), time: this.#random.pick(this.#startTimes) };
    const owner =
      this.#getHoursLeft(appointment) > 25 && this.#random.chance(0.5)
        ? appointment.customer
        : office;
    const { mechanic } = state;
    const free = this.#pickFreeMechanic(state);
    const choices: (readonly [number, () => PlannedRequest | null])[] = [
      [2, () => planner.reschedule(appointment, time.date, time.time, owner)],
      [1, () => planner.cancel(appointment, owner)],
      [
        1,
        () =>
          planner.place(appointment, { ...time, mechanic: this.#pickFreeMechanic(time) }, office),
      ],
      [
        1,
        () =>
          planner.place(
            appointment,
            { date: state.date, time: state.time, mechanic: free },
            office,
          ),
      ],
    ];
    if (mechanic) {
      choices.push(
        [2, () => free && planner.assign(appointment, free, office)],
        [0.7, () => planner.unassign(appointment, office)],
        [0.7, () => planner.unassign(appointment, mechanic)],
        [
          0.5,
          () =>
            planner.place(
              appointment,
              { date: state.date, time: state.time, mechanic: null },
              office,
            ),
        ],
        [1, () => planner.place(appointment, { ...time, mechanic }, office)],
      );
    } else {
      choices.push([9, () => free && planner.assign(appointment, free, office)]);
    }
    return this.#random.weighted(choices)();
  }

  #startJobs(): PlannedRequest[] {
    const { date, minutes } = toLocal(this.#scenario.clock);
    const now = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:00`;
    return this.#scenario.appointments.flatMap((appointment) => {
      const state = getState(appointment);
      if (state.status !== 'confirmed' || state.date !== date || state.time !== now) return [];
      return state.mechanic && this.#random.chance(0.9)
        ? [this.#planner.start(appointment, state.mechanic)]
        : [];
    });
  }

  #listStarted(): (readonly [Appointment, Recipient])[] {
    return this.#scenario.appointments.flatMap((appointment) => {
      const { status, mechanic, hasArrived } = getState(appointment);
      return status === 'in_progress' && mechanic && !hasArrived
        ? [[appointment, mechanic] as const]
        : [];
    });
  }

  #getHoursLeft(appointment: Appointment): number {
    return (toInstant(getDateTime(getState(appointment))) - this.#scenario.clock) / hour;
  }

  /** Returns one of the next four working days. */
  #pickDate(): string {
    const today = toLocal(this.#scenario.clock).date;
    const days = [1, 2, 3, 4, 5, 6].map((count) => addDays(today, count));
    return this.#random.pick(days.filter((day) => !isWeekend(day)).slice(0, 4));
  }

  #pickFreeMechanic(at: { readonly date: string; readonly time: string }): Recipient | null {
    const busy = new Set(
      this.#scenario.appointments.flatMap((appointment) => {
        const state = getState(appointment);
        const isBusyAtThatTime =
          state.date === at.date && state.time === at.time && state.status === 'confirmed';
        return isBusyAtThatTime ? [state.mechanic] : [];
      }),
    );
    const free = this.#scenario.business.mechanics.filter((mechanic) => !busy.has(mechanic));
    return free.length > 0 ? this.#random.pick(free) : null;
  }

  #pickOffice(): Recipient {
    return this.#random.pick(this.#scenario.business.office);
  }
}

export function isWeekend(date: string): boolean {
  return [0, 6].includes(new Date(`${date}T00:00Z`).getUTCDay());
}
