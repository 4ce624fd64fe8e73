import type { HttpRequest } from './http-connection.ts';
import type { LoadResult } from './load-generator.ts';
import type { LoadGenerator } from './processes.ts';

/** What is measured: one of our endpoints, or its baseline. */
export interface Subject {
  readonly name: string;
  readonly port: number;
  readonly requests: readonly HttpRequest[];
}

/** The results for one subject in one round. */
export interface Sample {
  readonly perSecond: number;
  /** Percentiles of the response times, in milliseconds: p50, p95 and p99. */
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

/** The default number of clients that send requests to a server. */
export const defaultClients = 16;

/**
 * Sends requests to each subject in turn, round after round, so that other load on the machine affects
 * all of them equally. Returns the samples by subject, in the order of the rounds.
 */
export async function measureReads(
  load: LoadGenerator,
  subjects: readonly Subject[],
  {
    rounds,
    seconds,
    clients = defaultClients,
  }: { readonly rounds: number; readonly seconds: number; readonly clients?: number },
): Promise<Map<string, Sample[]>> {
  const samples = new Map<string, Sample[]>(subjects.map(({ name }) => [name, []]));
  // Warms up the servers.
  for (const { port, requests } of subjects) {
    await load.run({ port, clients, requests, seconds: Math.min(seconds, 1.5) });
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, port, requests } of subjects) {
      const result = await load.run({ port, clients, requests, seconds });
      samples.get(name)?.push(toSample(name, result, 200));
    }
  }
  return samples;
}

/** A second status that a fraction of the responses may have. */
interface AllowedStatus {
  readonly status: number;
  readonly maxShare: number;
}

/**
 * Converts the results of a load to a sample. Throws unless every response has the expected status; a fraction of them
 * may have the `allowed` status instead.
 */
export function toSample(
  name: string,
  result: LoadResult,
  status: number,
  allowed?: AllowedStatus,
): Sample {
  const { latencies, seconds, statuses, lost } = result;
  const allowedCount = allowed ? (statuses[allowed.status] ?? 0) : 0;
  const otherCount = latencies.length - (statuses[status] ?? 0) - allowedCount;
  const isOverLimit = allowed !== undefined && allowedCount > latencies.length * allowed.maxShare;
  if (otherCount > 0 || isOverLimit || lost > 0) {
    const unexpected = result.responses.find((response) => response && response.status !== status);
    throw new Error(
      `${name}: not every response was ${status}: ${JSON.stringify(statuses)}, lost ${lost}. ${unexpected?.body ?? ''}`,
    );
  }
  return {
    perSecond: latencies.length / seconds,
    p50: percentile(latencies, 0.5),
    p95: percentile(latencies, 0.95),
    p99: percentile(latencies, 0.99),
  };
}

export function median(values: readonly number[]): number {
  return percentile(
    values.toSorted((a, b) => a - b),
    0.5,
  );
}

function percentile(ascending: readonly number[], share: number): number {
  return (
    ascending[Math.min(ascending.length - 1, Math.floor(ascending.length * share))] ?? Number.NaN
  );
}
