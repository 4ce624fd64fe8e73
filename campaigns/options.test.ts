import { describe, expect, test, vi } from 'vitest';
import { CommandLineError, runForExitCode } from '../bench/command-line.ts';
import { readOptions as readBenchOptions } from '../bench/options.ts';
import { campaigns } from './campaign-list.ts';
import { readOptions } from './options.ts';

/*
 * An invalid option must print a message: a silent exit would look like a run that found nothing wrong.
 */

const read = (line: string) =>
  readOptions(
    line.split(' ').filter((word) => word !== ''),
    Object.keys(campaigns),
  );

describe('a campaign', () => {
  test.each([
    ['', /^Please name one campaign: contention, .+\.$/],
    ['bogus', /^Please name one campaign: contention, .+\.$/],
    ['kill network', /^Please name one campaign: contention, .+\.$/],
    ['kill --runs x', /^--runs takes whole numbers of at least 1, not "x"\.$/],
    ['kill --runs 0', /^--runs takes whole numbers of at least 1, not "0"\.$/],
    ['kill --runs 1.5', /^--runs takes whole numbers of at least 1, not "1\.5"\.$/],
    ['contention --clients 2,', /^--clients takes whole numbers of at least 1, not ""\.$/],
    ['scenarios --seed dice', /^--seed takes whole numbers of at least 0, not "dice"\.$/],
    ['kill --database nope', /^--database takes an address such as postgres:.+\.$/],
    [
      'kill --embedded --database postgres://localhost',
      /^Only one of --database and --embedded may be given\.$/,
    ],
    ['kill --run 3', /^Unknown option '--run'/],
    ['kill --runs', /^Option '--runs <value>' argument missing$/],
  ])('with an invalid command line is rejected with a readable message: %s', (line, message) => {
    expect(() => read(line)).toThrow(CommandLineError);
    expect(() => read(line)).toThrow(message);
  });

  test('with valid options is parsed', () => {
    expect(read('time --database postgres://me@localhost:5432')).toEqual({
      campaign: 'time',
      database: 'postgres://me@localhost:5432',
      embedded: false,
      runs: null,
      clients: [2, 16, 64],
      seed: null,
    });
    expect(read('kill --runs 3 --embedded --seed 0 --clients 1')).toMatchObject({
      campaign: 'kill',
      embedded: true,
      runs: 3,
      clients: [1],
      seed: 0,
    });
  });
});

describe('the benchmarks', () => {
  test.each([
    [
      ['--only', 'nope'],
      '--only takes postgres, embedded, contention, movement, search, not "nope".',
    ],
    [
      ['--only', 'contention,'],
      '--only takes postgres, embedded, contention, movement, search, not "".',
    ],
    [['--size', 'many'], '--size takes a number of appointments from 1e3 to 1e7, not "many".'],
    [['--size', '1e9'], '--size takes a number of appointments from 1e3 to 1e7, not "1e9".'],
    [['--size', '0'], '--size takes a number of appointments from 1e3 to 1e7, not "0".'],
  ])('with invalid options are rejected with a readable message: %s', (args, message) => {
    expect(() => readBenchOptions(args)).toThrow(CommandLineError);
    expect(() => readBenchOptions(args)).toThrow(message);
  });

  test('measure everything by default', () => {
    expect(readBenchOptions([])).toMatchObject({
      parts: ['postgres', 'embedded', 'contention', 'movement', 'search'],
      largeSize: '1e6',
    });
    expect(readBenchOptions(['--quick', '--only', 'contention'])).toMatchObject({
      parts: ['contention'],
      largeSize: '1e5',
      sampling: { rounds: 3 },
    });
  });
});

test('an invalid command line prints only its error message and exits with 1; other errors are thrown', async () => {
  const printed = vi.spyOn(console, 'error').mockImplementation(() => {});
  const failWithMessage = () => Promise.reject(new CommandLineError('Please name one campaign.'));
  expect(await runForExitCode(failWithMessage)).toBe(1);
  expect(printed.mock.calls).toEqual([['Please name one campaign.']]);
  const bug = new Error('an unexpected error');
  await expect(runForExitCode(() => Promise.reject(bug))).rejects.toBe(bug);
  expect(await runForExitCode(async () => true)).toBe(0);
  expect(await runForExitCode(async () => false)).toBe(1);
});
