import type { TestApp } from '@curbwrench/server/testing/start-app';
import { clockText, daysAfter, instantShowing } from '../time/wall-clock.ts';
import { firstDay, type Stage } from './stage.ts';
import type { Command } from './command.ts';
import { compare } from './compare.ts';
import { fail } from './disagreement.ts';
import type { History } from './history.ts';
import { clockAfter, meaningOf, morningOfStart, todayOf } from './meaning.ts';
import type { Model } from './model.ts';
import { checkNumbers, observe } from './observed.ts';
import { checkReads } from './reads.ts';
import { judge } from './rules.ts';

/** What a run of histories has seen, so that a campaign which checks nothing shows. */
export interface Tally {
  histories: number;
  commands: number;
  /** Accepted and refused, by kind of command. */
  readonly accepted: Record<string, number>;
  readonly refused: Record<string, number>;
  /** Slots and candidates that were compared, and how many of them only fit if holds move. */
  slots: number;
  candidates: number;
}

export function newTally(): Tally {
  return { histories: 0, commands: 0, accepted: {}, refused: {}, slots: 0, candidates: 0 };
}

/** Plays a history on the real application; throws a Disagreement at the first difference. */
export async function play(stage: Stage, history: History, tally: Tally): Promise<void> {
  const { world, steps } = history;
  const model = await stage.reset(world);
  const app = stage.app(world.setting);
  const start = daysAfter(firstDay, world.startDay);
  setClock(app, model, instantShowing(start, world.startMinutes, model.settings.zone));
  tally.histories += 1;
  const told: string[] = [];
  let lastEvent = await newestEvent(app);
  for (const [turn, step] of steps.entries()) {
    try {
      if (step.does === 'clock') {
        setClock(app, model, clockAfter(model, step));
        told.push(`clock to ${new Date(model.now).toISOString()}`);
        continue;
      }
      const morning = morningOfStart(model, step);
      if (morning !== null) {
        setClock(app, model, morning);
        told.push(`clock to ${new Date(morning).toISOString()}`);
      }
      const command = meaningOf(model, step, start);
      if (!command) continue;
      tally.commands += 1;
      told.push(JSON.stringify(command));
      lastEvent = await perform(stage, world.setting, model, command, lastEvent, tally);
      const counted = await checkReads(stage, world.setting, model, {
        turn,
        date: 'date' in command ? command.date : daysAfter(todayOf(model), step.day),
        about: 'id' in command ? command.id : null,
      });
      tally.slots += counted.slots;
      tally.candidates += counted.candidates;
    } catch (error) {
      if (error instanceof Error) error.message += `\nafter:\n${told.join('\n')}`;
      throw error;
    }
  }
  await checkNumbers(app);
}

/** Sends one command, and compares the answer and the whole state with what the model says. */
async function perform(
  stage: Stage,
  setting: number,
  model: Model,
  command: Command,
  lastEvent: number,
  tally: Tally,
): Promise<number> {
  const app = stage.app(setting);
  const verdict = judge(model, command);
  const answer = await app.app.inject({
    ...requestOf(command),
    headers: {
      cookie: stage.cookieOf(setting, command.actor),
      accept: 'application/problem+json',
    },
  });
  const said = `${answer.statusCode} ${answer.body.slice(0, 300)}`;
  if (answer.statusCode < 300) {
    if (!verdict.ok) fail(`accepted, but the rules refuse it (${verdict.codes.join()}): ${said}`);
    const { id } = answer.statusCode === 204 ? { id: 0 } : answer.json<{ id: number }>();
    const observed = await observe(app, lastEvent);
    compare(model, observed, verdict.apply(id));
    count(tally.accepted, command.kind);
    if (command.kind === 'role' || command.kind === 'standing') await stage.signIn(command.userId);
    return observed.events.at(-1)?.[0] ?? lastEvent;
  }
  if (verdict.ok) fail(`refused, but the rules allow it: ${said}`);
  const { code } = answer.json<{ code: string }>();
  if (!verdict.codes.includes(code)) fail(`refused, but not as ${verdict.codes.join()}: ${said}`);
  compare(model, await observe(app, lastEvent), null);
  count(tally.refused, `${command.kind} ${code}`);
  return lastEvent;
}

function requestOf(command: Command): {
  method: 'POST' | 'PATCH' | 'DELETE';
  url: string;
  payload?: object;
} {
  switch (command.kind) {
    case 'book':
      return {
        method: 'POST',
        url: '/api/appointments',
        payload: {
          customerId: command.customerId,
          vehicleId: command.vehicleId,
          serviceId: command.serviceId,
          date: command.date,
          startTime: clockText(command.from),
          location: JSON.stringify({ address: '1 Kerb Street' }),
          notes: 'from the campaign',
        },
      };
    case 'status':
      return { method: 'PATCH', url: '/api/mechanics/status', payload: { status: command.status } };
    case 'role': {
      const { userId, role } = command;
      return { method: 'POST', url: '/api/users/role', payload: { userId, role } };
    }
    case 'standing': {
      const { userId, active } = command;
      return { method: 'POST', url: `/api/users/${userId}/standing`, payload: { active } };
    }
    case 'mechanicWork': {
      const { userId, works } = command;
      return { method: 'POST', url: `/api/users/${userId}/mechanic-work`, payload: { works } };
    }
    case 'changeService':
      return { method: 'PATCH', url: `/api/services/${command.id}`, payload: command.change };
    case 'archiveService':
      return { method: 'DELETE', url: `/api/services/${command.id}` };
    case 'addVehicle': {
      const { customerId } = command;
      const payload = { customerId, make: 'Honda', model: 'Civic', year: 2019 };
      return { method: 'POST', url: '/api/vehicles', payload };
    }
    case 'changeVehicle':
      return { method: 'PATCH', url: `/api/vehicles/${command.id}`, payload: command.change };
    case 'archiveVehicle':
      return { method: 'DELETE', url: `/api/vehicles/${command.id}` };
    default:
      return {
        method: 'PATCH',
        url: `/api/appointments/${command.id}`,
        payload: changeOf(command),
      };
  }
}

function changeOf(command: Command): object {
  switch (command.kind) {
    case 'assign':
      return { mechanicId: command.mechanicId, status: 'confirmed' };
    case 'reschedule':
      return { date: command.date, startTime: clockText(command.from) };
    case 'cancel':
      return { status: 'cancelled', reason: command.reason };
    case 'start':
      return { status: 'in_progress' };
    case 'complete':
      return { status: 'completed' };
    case 'notes':
      return { notes: command.notes };
    default:
      return { status: 'unassigned' };
  }
}

function setClock(app: TestApp, model: Model, now: number): void {
  model.now = now;
  app.clock.set(new Date(now));
}

async function newestEvent(app: TestApp): Promise<number> {
  return (await observe(app, 0)).events.at(-1)?.[0] ?? 0;
}

function count(counts: Record<string, number>, kind: string): void {
  counts[kind] = (counts[kind] ?? 0) + 1;
}
