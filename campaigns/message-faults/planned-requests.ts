import { randomUUID } from 'node:crypto';
import type { AppointmentStatus } from '@curbwrench/contract/appointments/lifecycle';
import type { Customer, Recipient } from './business.ts';
import {
  getState,
  getDateTime,
  type Appointment,
  type AppointmentState,
  type Scenario,
} from './model.ts';

/** The fields of an appointment that the campaign reads in a response. */
export interface ShownAppointment {
  readonly id: number;
  readonly date: string;
  readonly startTime: string;
  readonly status: AppointmentStatus;
  readonly mechanicId: string | null;
}

/** A request to send, and what the campaign expects after it. */
export interface PlannedRequest {
  readonly name: string;
  readonly actor: Recipient;
  readonly method: 'POST' | 'PATCH';
  readonly path: string;
  readonly body: object;
  /** The idempotency key, with which a repeated request gets the same response; null if the endpoint takes none. */
  readonly key: string | null;
  /** Null for a booking. */
  readonly appointment: Appointment | null;
  /**
   * Adds the expectations that follow from the accepted request. `version` identifies a change on the board that can be
   * undone.
   */
  readonly onAccepted: (shown: ShownAppointment, version: number | null) => void;
}

/** The version of a change on the board whose response was lost. */
export const unknownVersion = -1;

/** Plans the requests of one scenario. */
export class RequestPlanner {
  readonly #scenario: Scenario;
  /** Changes on the board that can still be undone. */
  readonly undoable: {
    readonly appointment: Appointment;
    readonly version: number;
    readonly before: AppointmentState;
  }[] = [];

  constructor(scenario: Scenario) {
    this.#scenario = scenario;
  }

  book(
    customer: Customer,
    vehicleId: number,
    actor: Recipient,
    date: string,
    time: string,
  ): PlannedRequest {
    const scenario = this.#scenario;
    const { serviceId } = scenario.business;
    return {
      name: 'book',
      actor,
      method: 'POST',
      path: '/api/appointments',
      body: {
        ...(actor === customer ? {} : { customerId: customer.id }),
        vehicleId,
        serviceId,
        date,
        startTime: time,
        location: JSON.stringify({ address: '1 Curb Street' }),
        confirmOverlap: true,
      },
      key: randomUUID(),
      appointment: null,
      onAccepted: ({ id }) => {
        const state = { date, time, status: 'pending', mechanic: null, hasArrived: false } as const;
        const appointment: Appointment = {
          id,
          customer,
          versions: [{ phase: scenario.requestPhase, state }],
          timeSetAt: scenario.requestClock,
          lastAssigned: null,
          pendingMessages: null,
        };
        scenario.appointments.push(appointment);
        scenario.expect('booked', customer, appointment, null);
        this.#expectOfficeMessages('office_booking', appointment, actor);
      },
    };
  }

  assign(appointment: Appointment, mechanic: Recipient, actor: Recipient): PlannedRequest {
    const body = { mechanicId: mechanic.id, status: 'confirmed' };
    return this.#change('assign', appointment, actor, body, () => {
      const previousMechanic = getState(appointment).mechanic;
      if (previousMechanic === mechanic) return;
      this.#write(appointment, { status: 'confirmed', mechanic });
      this.#expectAssignmentMessages(
        appointment,
        previousMechanic,
        appointment.lastAssigned,
        false,
      );
      appointment.lastAssigned = mechanic;
    });
  }

  unassign(appointment: Appointment, actor: Recipient): PlannedRequest {
    const body = { status: 'unassigned', reason: 'Flat tire' };
    return this.#change('unassign', appointment, actor, body, () => {
      const previousMechanic = getState(appointment).mechanic;
      this.#write(appointment, { status: 'unassigned', mechanic: null });
      if (previousMechanic !== actor)
        this.#scenario.expect('job_removed', previousMechanic, appointment, null);
      this.#expectOfficeMessages('office_attention', appointment, actor);
    });
  }

  reschedule(
    appointment: Appointment,
    date: string,
    time: string,
    actor: Recipient,
  ): PlannedRequest {
    const body = { date, startTime: time, confirmOverlap: true };
    return this.#change('reschedule', appointment, actor, body, ({ status, mechanicId }) => {
      const before = getState(appointment);
      if (getDateTime(before) === `${date} ${time}`) return;
      const mechanic = this.#findMechanic(mechanicId);
      this.#write(appointment, { date, time, status, mechanic });
      appointment.timeSetAt = this.#scenario.requestClock;
      this.#expectRescheduleMessages(appointment, before.mechanic, actor);
    });
  }

  cancel(appointment: Appointment, actor: Recipient): PlannedRequest {
    const body = { status: 'cancelled', reason: 'Sold the car' };
    return this.#change('cancel', appointment, actor, body, () => {
      this.#write(appointment, { status: 'cancelled' });
      const { mechanic } = getState(appointment);
      this.#scenario.expect('cancelled', appointment.customer, appointment, null);
      this.#scenario.expect('job_removed', mechanic, appointment, null);
    });
  }

  /** Drops an appointment somewhere on the board. */
  place(
    appointment: Appointment,
    to: { readonly date: string; readonly time: string; readonly mechanic: Recipient | null },
    actor: Recipient,
  ): PlannedRequest {
    const { date, time, mechanic } = to;
    const body = { date, startTime: time, mechanicId: mechanic?.id ?? null, confirmOverlap: true };
    const request = this.#change('place', appointment, actor, body, ({ status }, version) => {
      const before = getState(appointment);
      const isMoved = getDateTime(before) !== `${date} ${time}`;
      if (!isMoved && before.mechanic === mechanic) return;
      this.#write(appointment, { date, time, status, mechanic });
      const { lastAssigned } = appointment;
      if (isMoved) appointment.timeSetAt = this.#scenario.requestClock;
      if (mechanic && mechanic !== before.mechanic) appointment.lastAssigned = mechanic;
      appointment.pendingMessages = {
        dueAt: this.#scenario.requestClock + 10_000,
        expect: () => {
          if (mechanic === before.mechanic)
            this.#expectRescheduleMessages(appointment, before.mechanic, actor);
          else if (mechanic)
            this.#expectAssignmentMessages(appointment, before.mechanic, lastAssigned, isMoved);
          else {
            if (isMoved) this.#scenario.expect('moved', appointment.customer, appointment, null);
            this.#scenario.expect('job_removed', before.mechanic, appointment, null);
            this.#expectOfficeMessages('office_attention', appointment, actor);
          }
        },
      };
      if (version !== null && version !== unknownVersion)
        this.undoable.push({ appointment, version, before });
    });
    return { ...request, method: 'POST', path: `/api/appointments/${appointment.id}/placement` };
  }

  undoPlacement(
    { appointment, version, before }: RequestPlanner['undoable'][number],
    actor: Recipient,
  ): PlannedRequest {
    const request = this.#change('undo placement', appointment, actor, { version }, () => {
      const { mechanic } = getState(appointment);
      const isMoved = getDateTime(getState(appointment)) !== getDateTime(before);
      appointment.pendingMessages = null;
      this.#write(appointment, before);
      if (isMoved) appointment.timeSetAt = this.#scenario.requestClock;
      if (before.mechanic && before.mechanic !== mechanic)
        appointment.lastAssigned = before.mechanic;
    });
    return {
      ...request,
      method: 'POST',
      path: `/api/appointments/${appointment.id}/placement/undo`,
    };
  }

  start(appointment: Appointment, mechanic: Recipient): PlannedRequest {
    const body = { status: 'in_progress' };
    return this.#step('start', appointment, mechanic, body, () => {
      this.#write(appointment, { status: 'in_progress' });
      appointment.pendingMessages = {
        dueAt: this.#scenario.requestClock + 60_000,
        expect: () =>
          this.#scenario.expect('on_the_way', appointment.customer, appointment, mechanic),
      };
    });
  }

  undoStart(appointment: Appointment, mechanic: Recipient): PlannedRequest {
    return this.#change('undo start', appointment, mechanic, { startUndone: true }, () => {
      appointment.pendingMessages = null;
      this.#write(appointment, { status: 'confirmed' });
    });
  }

  arrive(appointment: Appointment, mechanic: Recipient): PlannedRequest {
    return this.#step('arrive', appointment, mechanic, { arrived: true }, () => {
      this.#write(appointment, { hasArrived: true });
      this.#scenario.expect('arrived', appointment.customer, appointment, mechanic);
    });
  }

  complete(appointment: Appointment, mechanic: Recipient): PlannedRequest {
    return this.#step('complete', appointment, mechanic, { status: 'completed' }, () => {
      this.#write(appointment, { status: 'completed' });
      this.#scenario.expect('finished', appointment.customer, appointment, mechanic);
      this.#scenario.expect('review_request', appointment.customer, appointment, mechanic);
    });
  }

  #change(
    name: string,
    appointment: Appointment,
    actor: Recipient,
    body: object,
    onAccepted: PlannedRequest['onAccepted'],
  ): PlannedRequest {
    const path = `/api/appointments/${appointment.id}`;
    return { name, actor, method: 'PATCH', path, body, key: null, appointment, onAccepted };
  }

  /** A step of a mechanic's job, which takes a key. */
  #step(
    name: string,
    appointment: Appointment,
    mechanic: Recipient,
    body: object,
    onAccepted: PlannedRequest['onAccepted'],
  ): PlannedRequest {
    return { ...this.#change(name, appointment, mechanic, body, onAccepted), key: randomUUID() };
  }

  #write(appointment: Appointment, change: Partial<AppointmentState>): void {
    this.#scenario.flushPendingMessages(appointment);
    const state = { ...getState(appointment), ...change };
    appointment.versions.push({ phase: this.#scenario.requestPhase, state });
  }

  #expectRescheduleMessages(
    appointment: Appointment,
    previousMechanic: Recipient | null,
    actor: Recipient,
  ): void {
    const { mechanic } = getState(appointment);
    this.#scenario.expect('moved', appointment.customer, appointment, mechanic);
    this.#scenario.expect('job_changed', mechanic, appointment, mechanic);
    if (previousMechanic !== mechanic)
      this.#scenario.expect('job_removed', previousMechanic, appointment, null);
    if (!mechanic) this.#expectOfficeMessages('office_attention', appointment, actor);
  }

  #expectAssignmentMessages(
    appointment: Appointment,
    previousMechanic: Recipient | null,
    lastAssigned: Recipient | null,
    isMoved: boolean,
  ): void {
    const { mechanic } = getState(appointment);
    const replaced = previousMechanic ?? lastAssigned;
    const kind = replaced && replaced !== mechanic ? 'reassigned' : 'confirmed';
    this.#scenario.expect(isMoved ? 'moved' : kind, appointment.customer, appointment, mechanic);
    this.#scenario.expect('job_assigned', mechanic, appointment, mechanic);
    this.#scenario.expect('job_removed', previousMechanic, appointment, null);
  }

  #expectOfficeMessages(
    kind: 'office_booking' | 'office_attention',
    appointment: Appointment,
    actor: Recipient,
  ): void {
    for (const recipient of this.#scenario.business.office) {
      if (recipient !== actor) this.#scenario.expect(kind, recipient, appointment, null);
    }
  }

  #findMechanic(id: string | null): Recipient | null {
    return this.#scenario.business.mechanics.find((mechanic) => mechanic.id === id) ?? null;
  }
}
