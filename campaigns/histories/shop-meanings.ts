import { isWaiting, type AreaTerms } from './model.ts';
import { adminOf, pick, type Meaning, type Scene } from './scene.ts';
import { customerIds, zips } from './world.ts';

const skills = [{ skill: 'brakes' }, { skill: 'engine' }, { skill: null }];

/** What the steps about services, vehicles and areas stand for. */
export const shopMeanings = {
  createService: ({ model, step, by }) => {
    const [price, duration] = [`${50 + step.other}.05`, [30, 60, 90][step.which % 3] ?? 60];
    const { skill } = pick(skills, step.other) ?? { skill: null };
    return { kind: 'createService', actor: by(adminOf(model)), offer: { price, duration, skill } };
  },
  changeService: ({ model, step, by }) => {
    // Mostly one that somebody waits for: what was booked must stand.
    const waiting = [...model.appointments.values()].filter(isWaiting);
    const asked = waiting.map(({ serviceId }) => serviceId);
    const ids = step.which % 4 > 0 && asked.length > 0 ? asked : [...model.services.keys()];
    const id = pick(ids, step.which);
    const change = pick([{ price: '95.50' }, { duration: 90 }, ...skills], step.other) ?? {};
    const actor = by(adminOf(model));
    return id === undefined ? null : { kind: 'changeService', actor, id, change };
  },
  archiveService: ({ model, step, by }) => {
    const id = pick([...model.services.keys()], step.which);
    return id === undefined ? null : { kind: 'archiveService', actor: by(adminOf(model)), id };
  },
  addVehicle: ({ step, by }) => {
    const customerId = pick(customerIds, step.which) ?? '';
    return { kind: 'addVehicle', actor: by(customerId), customerId };
  },
  changeVehicle: ({ model, step, by }) => {
    const vehicle = pick([...model.vehicles.values()], step.which);
    if (!vehicle) return null;
    const changes = [{ make: 'Ford' }, { isActive: false }, { isActive: true }];
    const change = pick(changes, step.other) ?? {};
    return { kind: 'changeVehicle', actor: by(vehicle.customerId), id: vehicle.id, change };
  },
  archiveVehicle: ({ model, step, by }) => {
    const vehicle = pick([...model.vehicles.values()], step.which);
    if (!vehicle) return null;
    return { kind: 'archiveVehicle', actor: by(vehicle.customerId), id: vehicle.id };
  },
  createArea: (scene) => ({
    kind: 'createArea',
    actor: scene.by(adminOf(scene.model)),
    terms: areaOf(scene),
  }),
  changeArea: (scene) => {
    const id = pick([...scene.model.areas.keys()], scene.step.which);
    const actor = scene.by(adminOf(scene.model));
    return id === undefined ? null : { kind: 'changeArea', actor, id, terms: areaOf(scene) };
  },
  removeArea: ({ model, step, by }) => {
    const id = pick([...model.areas.keys()], step.which);
    return id === undefined ? null : { kind: 'removeArea', actor: by(adminOf(model)), id };
  },
} satisfies Record<string, Meaning>;

function areaOf({ step: { which, other } }: Scene): AreaTerms {
  const some = zips.filter((_, index) => (other >> index) % 2 === 1);
  const circle = some.length === 0 || which % 4 === 0;
  return { zips: some, circle, fee: ['0.00', '15.00', '7.50'][which % 3] ?? '0.00' };
}
