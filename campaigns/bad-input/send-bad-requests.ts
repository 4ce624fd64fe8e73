import fc from 'fast-check';
import { callers } from './request-plan.ts';
import type { BadRequest } from './bad-request.ts';
import { exchangeRaw, type RawExchange } from './raw-exchange.ts';
import { validRequest, invalidRequest } from './requests.ts';
import { endpointShapes } from './schema-values.ts';
import type { TestData, ServerUnderTest } from './server-under-test.ts';
import { isAccepted, findProblems } from './response-checks.ts';
import { stalledRequests, wireRequests } from './wire-requests.ts';

export interface SendOptions {
  readonly runs: number;
  readonly seed: number;
  /** The maximum time until a response or the end of the connection, in ms. */
  readonly timeoutMs: number;
  /** How many clients stall; they cycle through `stalledRequests`. */
  readonly stalledClients: number;
}

export interface SendResult {
  sent: number;
  /** How many requests got no response. */
  closed: number;
  accepted: number;
  readonly statuses: Map<number, number>;
  readonly times: number[];
  readonly stallTimes: number[];
  readonly problems: string[];
  /** Resident memory after each garbage collection, in bytes, without the warm-up. */
  readonly memory: number[];
}

/** The maximum number of times that a batch is sent to find out whether its refused requests change anything. */
const maxRounds = 6;
const batchSize = 50;
/** After this many requests, new test data is created, since accepted requests use up the old data. */
const requestsPerTestData = 500;
const concurrency = 8;

/** Sends generated requests in batches, and checks each response and each batch. */
export async function sendBadRequests(
  site: ServerUnderTest,
  options: SendOptions,
): Promise<SendResult> {
  const result: SendResult = {
    sent: 0,
    closed: 0,
    accepted: 0,
    statuses: new Map(),
    times: [],
    stallTimes: [],
    problems: [],
    memory: [],
  };
  const stalled = Array.from({ length: options.stalledClients }, (_, index) =>
    sendStalledRequest(site, index, options.timeoutMs, result),
  );
  // Together with the three measurements at the end, this makes about 20.
  const measureEvery = batchSize * Math.ceil(options.runs / 24 / batchSize);
  let testData: TestData | null = null;
  for (let generated = 0; generated < options.runs; generated += batchSize) {
    if (testData === null || generated % requestsPerTestData === 0)
      testData = await site.createTestData();
    const size = Math.min(batchSize, options.runs - generated);
    const batch = makeBatch(options.seed, generated, size, testData);
    await sendBatch(site, batch, generated, options.timeoutMs, result);
    // The first quarter is the warm-up.
    if (generated > options.runs / 4 && generated % measureEvery === 0)
      result.memory.push(await site.memory());
  }
  await Promise.all(stalled);
  for (let sample = 0; sample < 3; sample += 1) result.memory.push(await site.memory());
  for (const name of await site.pollutedProperties())
    result.problems.push(`every object now has a ${name}`);
  const health = await sendOne(site.port, healthCheck, options.timeoutMs);
  if (health.responses[0]?.status !== 200)
    result.problems.push('the server is not healthy afterward');
  return result;
}

const healthCheck: BadRequest = {
  description: 'health',
  bytes: Buffer.from('GET /api/business HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n'),
  refusalReason: null,
  mayChange: false,
  mayBeClosed: false,
  stalls: false,
};

/**
 * Generates the batch that begins with request number `from`. Its requests cycle through all endpoints and kinds of
 * callers. In one batch in five, all requests are valid. In the others, all are invalid, and every tenth matches no
 * endpoint.
 */
function makeBatch(seed: number, from: number, size: number, testData: TestData): BadRequest[] {
  const isValid = (from / batchSize) % 5 === 4;
  return Array.from({ length: size }, (_, offset) => {
    const number = from + offset;
    const arbitrary =
      !isValid && number % 10 === 7 ? wireRequests : generateRequest(number, isValid, testData);
    const [request] = fc.sample(fc.noBias(arbitrary), { seed: mixSeed(seed, number), numRuns: 1 });
    if (!request) throw new Error('Nothing was generated.');
    return request;
  });
}

function generateRequest(
  number: number,
  isValid: boolean,
  testData: TestData,
): fc.Arbitrary<BadRequest> {
  // 7 must have no common factor with the number of endpoints, so that every endpoint is requested by every kind of
  // caller.
  const shape = endpointShapes[(number * 7) % endpointShapes.length];
  const caller = callers[(number + Math.floor(number / endpointShapes.length)) % callers.length];
  if (!shape || !caller) throw new Error('There is no endpoint or no caller.');
  // Rate limits are per client address, so each request claims its own. The last part is never 0.
  const address = `10.${(number >> 14) & 255}.${(number >> 6) & 255}.${(number & 63) + 1}`;
  const requestPlan = { shape, caller, address };
  return isValid ? validRequest(requestPlan, testData) : invalidRequest(requestPlan, testData);
}

/** Mixes the seed with a request's number (like MurmurHash), since adjacent seeds generate similar sequences. */
function mixSeed(seed: number, number: number): number {
  const mixed = Math.imul(seed ^ 0x9e37_79b9, 0x85eb_ca6b) ^ Math.imul(number + 1, 0xc2b2_ae35);
  return Math.imul(mixed ^ (mixed >>> 15), 0x2c1b_3c6d) ^ (mixed >>> 12);
}

/**
 * Sends a batch, and checks that refused requests changed nothing. If some requests were accepted, this cannot
 * be checked, so the refused requests are sent again without them, up to `maxRounds` times in total.
 */
async function sendBatch(
  site: ServerUnderTest,
  batch: readonly BadRequest[],
  from: number,
  timeoutMs: number,
  result: SendResult,
): Promise<void> {
  let remaining = batch;
  for (let round = 0; round < maxRounds && remaining.length > 0; round += 1) {
    await site.takeSnapshot();
    const responses = await sendAll(site.port, remaining, timeoutMs);
    for (const [index, exchange] of responses.entries()) {
      const request = remaining[index];
      if (request) record(request, exchange, result);
    }
    const acceptedChanges = remaining.filter(({ mayChange }, index) => {
      const exchange = responses[index];
      return mayChange && exchange !== undefined && isAccepted(exchange);
    });
    if (acceptedChanges.length === 0) {
      const changes = await site.diffSnapshot();
      if (changes.length > 0) {
        result.problems.push(
          `refused requests changed ${changes.slice(0, 4).join(', ')} [in the batch from request ${from}: ${remaining
            .map(({ description }) => description)
            .join(' | ')
            .slice(0, 600)}]`,
        );
      }
      return;
    }
    remaining = remaining.filter((_, index) => {
      const exchange = responses[index];
      return exchange !== undefined && !isAccepted(exchange);
    });
  }
}

function record(request: BadRequest, exchange: RawExchange, result: SendResult): void {
  result.sent += 1;
  result.times.push(exchange.ms);
  if (exchange.responses.length === 0) result.closed += 1;
  if (isAccepted(exchange)) result.accepted += 1;
  for (const { status } of exchange.responses) {
    result.statuses.set(status, (result.statuses.get(status) ?? 0) + 1);
  }
  result.problems.push(...findProblems(request, exchange));
}

async function sendAll(
  port: number,
  batch: readonly BadRequest[],
  timeoutMs: number,
): Promise<RawExchange[]> {
  const responses: RawExchange[] = [];
  let next = 0;
  const client = async (): Promise<void> => {
    for (let index = next; index < batch.length; index = next) {
      next = index + 1;
      const request = batch[index];
      if (request) responses[index] = await sendOne(port, request, timeoutMs);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, client));
  return responses;
}

function sendOne(port: number, { bytes }: BadRequest, timeoutMs: number): Promise<RawExchange> {
  return exchangeRaw(port, bytes, timeoutMs);
}

async function sendStalledRequest(
  site: ServerUnderTest,
  index: number,
  timeoutMs: number,
  result: SendResult,
): Promise<void> {
  const request = stalledRequests[index % stalledRequests.length];
  if (!request) return;
  const exchange = await sendOne(site.port, request, timeoutMs);
  result.stallTimes.push(exchange.ms);
  result.problems.push(...findProblems(request, exchange));
  if (!exchange.isComplete)
    result.problems.push(`a stalled client was not cut off [${request.description}]`);
}

/** How many endpoints and kinds of callers the requests cover. */
export const coverage = { endpoints: endpointShapes.length, callers: callers.length };
