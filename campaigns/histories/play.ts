import type { TestApp } from '@curbwrench/testing/start-app';
import { daysAfter, instantShowing } from '../time/wall-clock.ts';
import { firstDay, type Stage } from './stage.ts';
import type { Command } from './command.ts';
import { compare } from './compare.ts';
import { fail } from './disagreement.ts';
import type { History, Step } from './history.ts';
import { clockAfter, morningOfRenewal, morningOfStart } from './clock.ts';
import { meaningOf } from './meaning.ts';
import { todayOf, type Model } from './model.ts';
import { checkNumbers, observe } from './observed.ts';
import { checkReads } from './reads.ts';
import { renewAll } from './plan-rules.ts';
import { requestOf } from './requests.ts';
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

/**
 * Plays a history on the real application; throws a Disagreement at the first difference. Says what
 * it is about to do before it does it, so that a run which gets stuck shows where.
 */
export async function play(
  stage: Stage,
  history: History,
  tally: Tally,
  say: (doing: string) => void = () => {},
): Promise<void> {
  const { world, steps } = history;
  tally.histories += 1;
  say('the set-up');
  const model = await stage.reset(world);
  const app = stage.app(world.setting);
  const start = daysAfter(firstDay, world.startDay);
  setClock(app, model, instantShowing(start, world.startMinutes, model.settings.zone));
  const told: string[] = [];
  let lastEvent = await newestEvent(app);
  for (const [turn, step] of steps.entries()) {
    try {
      if (step.does === 'clock') {
        setClock(app, model, clockAfter(model, step));
        told.push(`clock to ${new Date(model.now).toISOString()}`);
        continue;
      }
      if (step.does === 'renew') {
        say('renewals');
        lastEvent = await renew(app, model, step, lastEvent, told);
        tally.commands += 1;
        count(tally.accepted, 'renew');
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
      say(`${told.length}. ${JSON.stringify(command)}`);
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
  say('the last step');
  await checkNumbers(app);
}

/** Has the server renew what is due, mostly on the day on which something is. */
async function renew(
  app: TestApp,
  model: Model,
  step: Step,
  lastEvent: number,
  told: string[],
): Promise<number> {
  setClock(app, model, morningOfRenewal(model, step) ?? model.now);
  told.push(`renewals at ${new Date(model.now).toISOString()}`);
  await app.renewSubscriptions();
  const effect = renewAll(model);
  const observed = await observe(app, lastEvent);
  compare(model, observed, effect);
  return observed.events.at(-1)?.[0] ?? lastEvent;
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
    const made = answer.statusCode === 204 ? {} : answer.json<{ id?: number }>();
    const observed = await observe(app, lastEvent);
    compare(model, observed, verdict.apply(made.id ?? 0));
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
