import type { FirstRead } from '@curbwrench/contract/first-data';
import { firstData } from './first-data.ts';

/*
 * What a page asks first is answered along with it (decision 22), so that what it is about is there
 * when it is first drawn. Nothing is kept: once live events are followed, what no query holds by then
 * is forgotten, since it would grow old unnoticed.
 */
const early = new Map<string, FirstRead>();
noteEarly(firstData?.reads ?? []);

/** Takes in what came with the page. */
export function noteEarly(reads: readonly FirstRead[]): void {
  for (const read of reads) early.set(read.address, read);
}

/** The answer that came for this address of a reading call; undefined where none did. */
export function earlyAnswer(address: string): FirstRead | undefined {
  return early.get(address);
}

/** From now on answers could be older than what is told. */
export function forgetEarly(): void {
  early.clear();
}
