import { expect, test } from 'vitest';
import { ProgressMonitor } from './progress-monitor.ts';

test('a process that sends nothing for a minute is reported with its last step, once a minute', () => {
  const monitor = new ProgressMonitor();
  monitor.record({ seed: 500, scenario: 3, step: 'book' }, 0);
  monitor.record({ seed: 501, scenario: 4, step: 'book' }, 0);
  expect(monitor.scenariosStarted).toBe(7);
  monitor.record({ seed: 501, scenario: 5, step: 'cancel' }, 50_000);
  expect(monitor.describeSilentProcesses(59_999)).toEqual([]);
  expect(monitor.describeSilentProcesses(60_000)).toEqual([
    'seed 500, scenario 3: no message for 60 s, last step: book',
  ]);
  expect(monitor.describeSilentProcesses(61_000)).toEqual([]);
  monitor.finish(501);
  expect(monitor.scenariosStarted).toBe(8);
  expect(monitor.describeSilentProcesses(120_000)).toEqual([
    'seed 500, scenario 3: no message for 120 s, last step: book',
  ]);
});

test('a process that reports again is no longer reported as silent', () => {
  const monitor = new ProgressMonitor();
  monitor.record({ seed: 500, scenario: 3, step: 'book' }, 0);
  expect(monitor.describeSilentProcesses(60_000)).toHaveLength(1);
  monitor.record({ seed: 500, scenario: 3, step: 'book' }, 60_500);
  expect(monitor.describeSilentProcesses(120_000)).toEqual([]);
});
