import { activeMechanics, isDesk, isOpen, type Role } from './model.ts';
import { adminOf, desk, pick, type Meaning } from './scene.ts';
import { cast, customerIds, mechanicIds } from './world.ts';

const roles: readonly Role[] = ['mechanic', 'customer', 'service_advisor', 'admin'];

/** What the steps about people stand for, what they say to each other and what their bells tell. */
export const peopleMeanings = {
  status: ({ model, step, by }) => {
    const status = (['available', 'offline', 'on_job'] as const)[step.other % 3] ?? 'offline';
    const workers = activeMechanics(model);
    const worker = pick(workers.length > 0 ? workers : mechanicIds, step.which);
    return { kind: 'status', actor: by(worker), status };
  },
  place: ({ model, step, by }) => {
    const workers = activeMechanics(model);
    const worker = pick(workers.length > 0 ? workers : mechanicIds, step.which);
    // Mostly a place; now and then with the switch, or no longer shared.
    const place = step.other % 4 === 0 ? null : 37 + step.other / 4;
    const status = step.other % 5 === 0 ? ({ status: 'available' } as const) : {};
    return { kind: 'status', actor: by(worker), place, ...status };
  },
  role: ({ model, step, by }) => {
    const userId = pick([...mechanicIds, ...cast.map(({ id }) => id)], step.which) ?? '';
    const role = pick(roles, step.other) ?? 'customer';
    return { kind: 'role', actor: by(adminOf(model)), userId, role };
  },
  standing: ({ model, step, by }) => {
    const all = cast.map(({ id }) => id);
    const off = all.filter((id) => {
      const person = model.people.get(id);
      return person?.active === false && !person.deleted;
    });
    // Mostly, who is deactivated comes back before anybody else goes.
    const back = off.length > 0 && step.other % 3 > 0;
    const userId = pick(back ? off : all, step.which) ?? '';
    return { kind: 'standing', actor: by(adminOf(model)), userId, active: back };
  },
  mechanicWork: ({ model, step, by }) => {
    const userId = pick(['admin-0', 'admin-1', ...mechanicIds], step.which) ?? '';
    return { kind: 'mechanicWork', actor: by(adminOf(model)), userId, works: step.other % 3 > 0 };
  },
  deleteAccount: ({ model, step, by }) => {
    // Mostly a customer who did something here, and has nothing open any more.
    const all = [...model.appointments.values()];
    const done = customerIds.filter((id) =>
      all.some((each) => each.customerId === id && !isOpen(each)),
    );
    // Or a mechanic who gave a job back.
    const quit = all.flatMap(({ declinedBy }) => declinedBy);
    const suits = [quit, done, done][step.which % 3] ?? [];
    const among = suits.length > 0 ? suits : cast.map(({ id }) => id);
    return {
      kind: 'deleteAccount',
      actor: by(pick(among, step.which + step.other)),
      isProven: step.other % 5 > 0,
    };
  },
  send: ({ model, step, by }) => {
    const writers = [...customerIds, ...mechanicIds, 'admin-1'];
    const personId = pick(writers, step.which) ?? '';
    const actor = by(step.other % 2 === 0 ? personId : deskOf(model, step.other));
    // Few client ids, so that some come again: with the same words, or others.
    const clientId = `00000000-0000-4000-8000-${String((Math.floor(step.slot) + step.other) % 7).padStart(12, '0')}`;
    return { kind: 'send', actor, personId, clientId, text: `words ${step.other % 3}` };
  },
  read: ({ model, step, by }) => {
    const [personId, conversation] = pick([...model.conversations], step.which) ?? [];
    if (personId === undefined || !conversation) return null;
    const last = conversation.messages.length;
    // Mostly all of it; now and then an earlier message, or one that isn't there.
    const number = step.other === 11 ? last + 1 : step.other % 3 === 0 ? 1 : last;
    const actor = by(step.which % 2 === 0 ? personId : deskOf(model, step.other));
    return { kind: 'read', actor, personId, number };
  },
  readBell: ({ model, step, by }) => {
    const rung = [...model.people.values()].filter(({ bell }) => bell.length > 0);
    const person = pick(rung, step.which);
    const ids = (person?.bell ?? []).flatMap(({ id }) => (id === null ? [] : [id]));
    const to = ids.at(-1);
    if (!person || to === undefined) return null;
    // Mostly all that was shown, now and then a part.
    const from = (step.other % 3 === 0 ? pick(ids, step.other) : ids[0]) ?? to;
    return { kind: 'readBell', actor: by(person.id), from, to };
  },
  preferences: ({ step, by }) => ({
    kind: 'preferences',
    actor: by(pick(cast, step.which)?.id),
    wanted: { sms: step.other % 2 === 0, newsletter: step.other % 3 === 0 },
  }),
} satisfies Record<string, Meaning>;

/** Somebody at the desk, while there is somebody. */
function deskOf(model: Parameters<typeof adminOf>[0], which: number): string {
  const there = [...model.people.values()].filter(({ role, active }) => active && isDesk(role));
  return pick(there, which)?.id ?? desk(which);
}
