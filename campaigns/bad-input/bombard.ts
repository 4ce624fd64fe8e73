import { roles } from '@curbwrench/contract/people/roles';
import fc from 'fast-check';
import { viewers } from './asking.ts';
import type { BadRequest } from './bad-request.ts';
import { exchangeRaw, type RawAnswer } from './raw-exchange.ts';
import { rightRequest, wrongRequest } from './requests.ts';
import { shapes } from './schema-values.ts';
import type { Cast, Site } from './site.ts';
import { isAccepted, problemsOf } from './verdict.ts';
import { stalledRequests, wireRequests } from './wire-requests.ts';

export interface Bombardment {
  readonly runs: number;
  readonly seed: number;
  /** The maximum time until a request is answered or its connection closed, in ms. */
  readonly patienceMs: number;
  /** How many clients stall, alternating between the kinds of stalls. */
  readonly stalls: number;
}

export interface Bombarded {
  sent: number;
  cut: number;
  accepted: number;
  readonly statuses: Map<number, number>;
  readonly times: number[];
  readonly stallTimes: number[];
  readonly problems: string[];
  /** Resident memory after each garbage collection, in bytes, without the warm-up. */
  readonly memory: number[];
}

const batchSize = 50;
const perCast = 500;
const atOnce = 8;

/** Sends the requests in batches, and judges each response and each batch. */
export async function bombard(site: Site, plan: Bombardment): Promise<Bombarded> {
  const result: Bombarded = {
    sent: 0,
    cut: 0,
    accepted: 0,
    statuses: new Map(),
    times: [],
    stallTimes: [],
    problems: [],
    memory: [],
  };
  const stalled = Array.from({ length: plan.stalls }, (_, index) =>
    stall(site, index, plan.patienceMs, result),
  );
  const between = batchSize * Math.ceil(plan.runs / 24 / batchSize);
  let cast: Cast | null = null;
  for (let made = 0; made < plan.runs; made += batchSize) {
    if (cast === null || made % perCast === 0) cast = await site.newCast();
    const size = Math.min(batchSize, plan.runs - made);
    const batch = makeBatch(plan.seed, made, size, cast);
    await sendBatch(site, batch, made, plan.patienceMs, result);
    // The first quarter is the warm-up.
    if (made > plan.runs / 4 && made % between === 0) result.memory.push(await site.memory());
  }
  await Promise.all(stalled);
  for (let again = 0; again < 3; again += 1) result.memory.push(await site.memory());
  for (const name of await site.polluted()) result.problems.push(`every object now has a ${name}`);
  const health = await sendOne(site.port, healthCheck, plan.patienceMs);
  if (health.answers[0]?.status !== 200)
    result.problems.push('the server is not healthy afterwards');
  return result;
}

const healthCheck: BadRequest = {
  what: 'health',
  bytes: Buffer.from('GET /api/business HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n'),
  never: null,
  mayChange: false,
  mayBeCut: false,
  stalls: false,
};

/**
 * The requests from a number on: every call by every caller in turn, one batch in five valid
 * and the others wrong, with every tenth request of those outside the contract.
 */
function makeBatch(seed: number, from: number, size: number, cast: Cast): BadRequest[] {
  const isRight = (from / batchSize) % 5 === 4;
  return Array.from({ length: size }, (_, offset) => {
    const number = from + offset;
    const arbitrary =
      !isRight && number % 10 === 7 ? wireRequests : requestOf(number, isRight, cast);
    const [request] = fc.sample(fc.noBias(arbitrary), { seed: mixed(seed, number), numRuns: 1 });
    if (!request) throw new Error('Nothing was generated.');
    return request;
  });
}

function requestOf(number: number, isRight: boolean, cast: Cast): fc.Arbitrary<BadRequest> {
  // Steps without a common factor with the counts, so that every pair occurs in turn.
  const shape = shapes[(number * 7) % shapes.length];
  const viewer = viewers[(number + Math.floor(number / shapes.length)) % viewers.length];
  if (!shape || !viewer) throw new Error('There is no call or no caller.');
  // Rate limits count addresses; behind our own proxy each caller has its own.
  const address = `10.${(number >> 14) & 255}.${(number >> 6) & 255}.${(number & 63) + 1}`;
  const asking = { shape, viewer, address };
  return isRight ? rightRequest(asking, cast) : wrongRequest(asking, cast);
}

/** Adjacent seeds would create sequences that begin alike; these do not. */
function mixed(seed: number, number: number): number {
  const first = Math.imul(seed ^ 0x9e37_79b9, 0x85eb_ca6b) ^ Math.imul(number + 1, 0xc2b2_ae35);
  return Math.imul(first ^ (first >>> 15), 0x2c1b_3c6d) ^ (first >>> 12);
}

/**
 * Sends a batch; what was refused must have changed nothing. A batch in which something was accepted
 * cannot show that, so its refused requests are sent again on their own.
 */
async function sendBatch(
  site: Site,
  batch: readonly BadRequest[],
  from: number,
  patienceMs: number,
  result: Bombarded,
): Promise<void> {
  let sending = batch;
  for (let round = 0; round < 6 && sending.length > 0; round += 1) {
    await site.mark();
    const answers = await sendAll(site.port, sending, patienceMs);
    for (const [index, answer] of answers.entries()) {
      const request = sending[index];
      if (request) record(request, answer, result);
    }
    const changed = sending.filter(({ mayChange }, index) => {
      const answer = answers[index];
      return mayChange && answer !== undefined && isAccepted(answer);
    });
    if (changed.length === 0) {
      const changes = await site.changes();
      if (changes.length > 0) {
        result.problems.push(
          `refused requests changed ${changes.slice(0, 4).join(', ')} [one from ${from} on: ${sending
            .map(({ what }) => what)
            .join(' | ')
            .slice(0, 600)}]`,
        );
      }
      return;
    }
    sending = sending.filter((_, index) => {
      const answer = answers[index];
      return answer !== undefined && !isAccepted(answer);
    });
  }
}

function record(request: BadRequest, answer: RawAnswer, result: Bombarded): void {
  result.sent += 1;
  result.times.push(answer.ms);
  if (answer.answers.length === 0) result.cut += 1;
  if (isAccepted(answer)) result.accepted += 1;
  for (const { status } of answer.answers) {
    result.statuses.set(status, (result.statuses.get(status) ?? 0) + 1);
  }
  result.problems.push(...problemsOf(request, answer));
}

async function sendAll(
  port: number,
  batch: readonly BadRequest[],
  patienceMs: number,
): Promise<RawAnswer[]> {
  const answers: RawAnswer[] = [];
  let next = 0;
  const client = async (): Promise<void> => {
    for (let index = next; index < batch.length; index = next) {
      next = index + 1;
      const request = batch[index];
      if (request) answers[index] = await sendOne(port, request, patienceMs);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, client));
  return answers;
}

function sendOne(port: number, { bytes }: BadRequest, patienceMs: number): Promise<RawAnswer> {
  return exchangeRaw(port, bytes, patienceMs);
}

async function stall(
  site: Site,
  index: number,
  patienceMs: number,
  result: Bombarded,
): Promise<void> {
  const request = stalledRequests[index % stalledRequests.length];
  if (!request) return;
  const answer = await sendOne(site.port, request, patienceMs);
  result.stallTimes.push(answer.ms);
  result.problems.push(...problemsOf(request, answer));
  if (!answer.ended) result.problems.push(`a stalled client is not cut off [${request.what}]`);
}

/** For the report: how many calls and kinds of callers the requests combine. */
export const breadth = { calls: shapes.length, viewers: roles.length + 1 };
