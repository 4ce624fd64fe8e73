/** Finds the project's folder and tools, and runs commands in the same way on every operating system. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the checkout. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const minNode = [20, 19];

/** Returns the problem with this version of Node, or undefined if the project supports it. */
function nodeVersionProblem(version) {
  const [major, minor] = version.split('.').map(Number);
  const isSupported = major > minNode[0] || (major === minNode[0] && minor >= minNode[1]);
  if (isSupported) return undefined;
  return `Curbwrench needs Node ${minNode.join('.')} or newer, and this is Node ${version}.`;
}

/** Exits with a message if Node is too old. */
export function requireNode() {
  const problem = nodeVersionProblem(process.versions.node);
  if (problem === undefined) return;
  console.error(problem);
  process.exit(1);
}

/**
 * Returns the path of the script behind a package's command, to be run with the same Node as this process.
 * @param {string} packageName
 * @param {string} command
 * @param {string} workspace where to look first, since npm may install a package next to the only package that uses it
 */
export function toolPath(packageName, command, workspace = '.') {
  for (const folder of [join(root, workspace), root]) {
    const packageFolder = join(folder, 'node_modules', packageName);
    if (!existsSync(join(packageFolder, 'package.json'))) continue;
    const { bin } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'));
    return join(packageFolder, typeof bin === 'string' ? bin : bin[command]);
  }
  throw new Error(`The package ${packageName} is not installed.`);
}

/** Returns the command that runs npm: the npm that started this process, if any, or else the one in the PATH. */
export function npmCommand() {
  const script = process.env.npm_execpath;
  if (script?.endsWith('.js') || script?.endsWith('.cjs')) return [process.execPath, script];
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm'];
}

/** Signals to pass on to child processes: from Ctrl-C, or from a supervisor that stops this process. */
const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs a command until it exits. Its output is returned, and also shown live if `show` is set.
 * @param {string[]} command
 * @param {{ cwd?: string, env?: Record<string, string>, show?: boolean, minutes?: number }} [options]
 * @returns {Promise<{ ok: boolean, output: string, seconds: number, problem?: string }>}
 */
export async function run(command, options = {}) {
  const startedAt = performance.now();
  const [program, ...args] = command;
  const child = spawn(program, args, {
    cwd: options.cwd ?? root,
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: program.endsWith('.cmd'),
  });
  let interruptedBy;
  const forward = (signal) => {
    interruptedBy = signal;
    child.kill(signal);
  };
  for (const signal of stopSignals) process.on(signal, forward);
  let output = '';
  const collect = (stream) => (chunk) => {
    output += chunk;
    if (options.show) stream.write(chunk);
  };
  child.stdout.setEncoding('utf8').on('data', collect(process.stdout));
  child.stderr.setEncoding('utf8').on('data', collect(process.stderr));
  const timeout = setTimeout(() => stop(child), (options.minutes ?? 40) * 60_000);
  const exitStatus = await new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => resolve(signal ?? code));
  });
  clearTimeout(timeout);
  for (const signal of stopSignals) process.off(signal, forward);
  // The same exit codes as a shell's: 128 plus the number of the signal.
  if (interruptedBy) process.exit(interruptedBy === 'SIGTERM' ? 143 : 130);
  return {
    ok: exitStatus === 0,
    output,
    seconds: (performance.now() - startedAt) / 1000,
    ...(exitStatus === 0 ? {} : { problem: `exited with ${exitStatus}` }),
  };
}

function stop(child) {
  child.kill('SIGTERM');
  setTimeout(() => child.kill('SIGKILL'), 10_000).unref();
}
