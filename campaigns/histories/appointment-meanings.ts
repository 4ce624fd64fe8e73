import { dateOf } from './clock.ts';
import { activeMechanics, isOpen, isWaiting, todayOf, type Model } from './model.ts';
import { priceOf } from './plan-rules.ts';
import { desk, idOf, pick, type Meaning, type Scene } from './scene.ts';
import { customerIds, mechanicIds, zips } from './world.ts';

/** What the steps about appointments stand for. */
export const appointmentMeanings = {
  book: (scene) => {
    const { model, step, firstDay, by } = scene;
    const { which, other } = step;
    const customerId = pick(customerIds, which) ?? '';
    const own = [...model.vehicles.values()].filter((each) => each.customerId === customerId);
    // Now and then somebody else's.
    const vehicle = pick(other === 11 ? [...model.vehicles.values()] : own, other);
    const service = pick([...model.services.values()], other);
    if (!vehicle || !service) return null;
    const actor = by(which % 3 === 0 ? desk(which) : customerId);
    const zip = pick([...zips, null], which) ?? null;
    // Often what was shown, now and then something else.
    const { total } = priceOf(model, customerId, service, zip);
    const shownPrice = [null, total, null, total, null, total, '0.99'][(which + other) % 7] ?? null;
    return {
      kind: 'book',
      actor,
      customerId,
      vehicleId: vehicle.id,
      serviceId: service.id,
      date: dateOf(model, step, firstDay),
      from: step.slot * 60,
      zip,
      shownPrice,
      // Mostly, or one vehicle's bookings would keep the days empty.
      confirmed: (which + other) % 4 > 0,
    };
  },
  assign: (scene) => {
    const { model, step, by } = scene;
    const id = idOf(scene, (each) => isWaiting(each) || each.status === 'confirmed');
    // Now and then somebody who isn't one.
    const active = activeMechanics(model);
    const among = step.other === 11 || active.length === 0 ? mechanicIds : active;
    const mechanicId = pick(among, step.other) ?? '';
    return id === null ? null : { kind: 'assign', actor: by(desk(step.which)), id, mechanicId };
  },
  unassign: (scene) => {
    const id = idOf(scene, ({ status }) => status === 'confirmed');
    const actor = scene.by(desk(scene.step.which));
    return id === null ? null : { kind: 'unassign', actor, id, reason: reasonOf(scene) };
  },
  decline: (scene) => {
    const id = idOf(scene, ({ status }) => status === 'confirmed');
    if (id === null) return null;
    return { kind: 'unassign', actor: byMechanic(scene, id), id, reason: reasonOf(scene) };
  },
  start: (scene) => {
    // Mostly of today, which is the only one that is allowed.
    const anyDay = scene.step.other % 4 === 0;
    const today = todayOf(scene.model);
    const id = idOf(
      scene,
      ({ status, date }) => status === 'confirmed' && (anyDay || date === today),
    );
    return id === null ? null : { kind: 'start', actor: byMechanic(scene, id), id };
  },
  arrive: (scene) => {
    const id = idOf(scene, ({ status }) => status === 'in_progress');
    return id === null ? null : { kind: 'arrive', actor: byMechanic(scene, id), id };
  },
  complete: (scene) => {
    const id = idOf(scene, ({ status }) => status === 'in_progress');
    return id === null ? null : { kind: 'complete', actor: byMechanic(scene, id), id };
  },
  reschedule: (scene) => {
    const { model, step, firstDay } = scene;
    const id = idOf(scene, isOpen);
    const [date, from] = [dateOf(model, step, firstDay), step.slot * 60];
    const confirmed = step.which % 4 > 0;
    return id === null
      ? null
      : { kind: 'reschedule', actor: byOwnerOrDesk(scene, id), id, date, from, confirmed };
  },
  cancel: (scene) => {
    const id = idOf(scene, isOpen);
    if (id === null) return null;
    return { kind: 'cancel', actor: byOwnerOrDesk(scene, id), id, reason: reasonOf(scene) };
  },
  notes: (scene) => {
    const id = idOf(scene, isOpen);
    if (id === null) return null;
    const actor = scene.by(scene.model.appointments.get(id)?.customerId);
    return { kind: 'notes', actor, id, notes: `note ${scene.step.other}` };
  },
} satisfies Record<string, Meaning>;

function reasonOf({ step }: Scene): string | null {
  return step.other % 4 === 0 ? null : 'Because.';
}

function byMechanic({ model, by }: Scene, id: number): string {
  return by(mechanicOf(model, id));
}

function mechanicOf(model: Model, id: number): string | null {
  return model.appointments.get(id)?.mechanicId ?? null;
}

function byOwnerOrDesk({ model, step, by }: Scene, id: number): string {
  const owner = model.appointments.get(id)?.customerId;
  return by(step.other % 2 === 0 ? owner : desk(step.other));
}
