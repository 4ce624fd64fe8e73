import { readFileSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';

/*
 * The deployment guide in `deploy/` names only existing settings, files and folders. Run `systemd-analyze verify
 * deploy/*` and a trial with Caddy by hand, because they need programs that may not be installed.
 */

const read = (name: string): string => readFileSync(`deploy/${name}`, 'utf8');
const guide = read('README.md');
const settings = [...read('curbwrench.env').matchAll(/^([A-Z_]+)=(.*)$/gm)].map(
  ([, name = '', value = '']) => [name, value] as const,
);
const units = readdirSync('deploy').filter((name) => /\.(service|timer)$/.test(name));

test('every setting that the deployment guide names is in .env.example', () => {
  const existingSettings = new Set(
    [...readFileSync('.env.example', 'utf8').matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name),
  );
  expect(settings.length).toBeGreaterThan(10);
  const unknownSettings = settings.filter(([name]) => !existingSettings.has(name));
  expect(unknownSettings).toEqual([]);
  const namesInGuide = [...guide.matchAll(/`([A-Z]+_[A-Z_]+)/g)].map(([, name]) => name);
  expect(namesInGuide).toContain('PUBLIC_URL');
  expect(namesInGuide.filter((name) => !existingSettings.has(name))).toEqual([]);
});

test('the settings, the Caddyfile and the systemd units agree on the port, the folders and the programs', () => {
  const value = Object.fromEntries(settings);
  const caddy = read('Caddyfile');
  expect(caddy).toContain(`reverse_proxy ${value['HOST']}:${value['PORT']}\n`);
  expect(caddy).toContain(`\n${new URL(value['PUBLIC_URL'] ?? '').hostname} {`);
  expect(value['TRUSTED_PROXIES']).toBe(value['HOST']);
  expect(value['DATA_DIR']).toMatch(/^\/var\/lib\/curbwrench\//);
  expect(units).toHaveLength(3);
  const programs = units.flatMap((name) => [
    ...read(name).matchAll(
      /^ExecStart=\/usr\/bin\/node --env-file=\/etc\/curbwrench\/curbwrench\.env server\/dist\/(\w+)\.js/gm,
    ),
  ]);
  expect(programs.map(([, program = '']) => program).toSorted()).toEqual(['backup', 'main']);
  for (const [, program] of programs) {
    expect(readFileSync(`server/src/${program}.ts`, 'utf8')).toContain('process.env');
  }
});

test('the deployment guide names every file in its folder, and only existing units', () => {
  const names = readdirSync('deploy').filter((name) => name !== 'README.md');
  const expandedGuide = guide.replaceAll('curbwrench-backup.*', units.join(' '));
  expect(names.filter((name) => !expandedGuide.includes(name))).toEqual([]);
  const unitsInCommands = [...guide.matchAll(/systemctl \w+ (?:--now )?([\w-]+)/g)].map(
    ([, unit]) => unit,
  );
  const existingUnits = new Set([...units.map((name) => name.split('.')[0]), 'caddy']);
  expect(unitsInCommands.filter((unit) => !existingUnits.has(unit))).toEqual([]);
});

test('a second upgrade does not move the program into the folder left by the first', () => {
  const [removalStart, moveStart] = [
    'rm -rf /opt/curbwrench-old',
    'mv /opt/curbwrench /opt/curbwrench-old',
  ].map((command) => guide.indexOf(`sudo ${command}`));
  expect(removalStart).toBeGreaterThan(0);
  expect(moveStart).toBeGreaterThan(removalStart ?? 0);
});
