import type { TestApp } from './start-app.ts';

/** Advances the app's clock by `ms` while `work` runs, and sets it back afterward. */
export async function withClockAdvanced(
  { clock }: Pick<TestApp, 'clock'>,
  ms: number,
  work: () => Promise<void>,
): Promise<void> {
  const now = clock.now();
  clock.set(new Date(now.getTime() + ms));
  try {
    await work();
  } finally {
    clock.set(now);
  }
}
