import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const buildFolder = join(dirname(fileURLToPath(import.meta.url)), '../../.build');

/** The package's own configuration lists only /tmp/fonts. Without a font, all text has zero width. */
const fontsConfig = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">.</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

/**
 * Unpacks Chromium from the package @sparticuz/chromium, once per version of the package. The package also
 * includes the libraries and fonts that a minimal Linux system lacks; Chromium must be configured to use them.
 */
export function unpackChromium(): { executablePath: string; env: Record<string, string> } {
  const home = join(buildFolder, `chromium-${installedVersion()}`);
  if (!existsSync(home)) unpackInto(home);
  return {
    executablePath: join(home, 'chromium'),
    env: {
      LD_LIBRARY_PATH: [join(home, 'al2023/lib'), process.env['LD_LIBRARY_PATH']]
        .filter((path) => path !== undefined && path !== '')
        .join(':'),
      FONTCONFIG_PATH: join(home, 'fonts'),
    },
  };
}

function installedVersion(): string {
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium');
  const manifest: unknown = JSON.parse(
    readFileSync(join(dirname(entry), '../../package.json'), 'utf8'),
  );
  if (typeof manifest === 'object' && manifest !== null && 'version' in manifest) {
    return String(manifest.version);
  }
  throw new Error('The package @sparticuz/chromium has no version.');
}

/**
 * Unpacks in a separate process, because the package reads its environment when it is loaded. The package
 * unpacks into TMPDIR, a folder that is renamed when it is complete.
 */
function unpackInto(home: string): void {
  mkdirSync(buildFolder, { recursive: true });
  const unfinished = mkdtempSync(`${home}.`);
  const script = "import chromium from '@sparticuz/chromium'; await chromium.executablePath();";
  execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: dirname(fileURLToPath(import.meta.url)),
    // Unless the environment names a Lambda runtime, the package does not unpack its libraries.
    env: { ...process.env, TMPDIR: unfinished, AWS_EXECUTION_ENV: '22.x' },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  writeFileSync(join(unfinished, 'fonts/fonts.conf'), fontsConfig);
  try {
    renameSync(unfinished, home);
  } catch (error) {
    // Another process has already created the folder.
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(home)) throw error;
  }
}
