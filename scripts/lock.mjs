/** A lock that allows one installation or build at a time, across processes. */
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { root } from './project.mjs';

const folder = join(root, '.build');
const file = join(folder, 'lock');

/**
 * Runs the work while this process holds the lock.
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(work) {
  mkdirSync(folder, { recursive: true });
  let isWaiting = false;
  while (!take()) {
    if (!isWaiting) console.log('Waiting for another process that is installing or building ...');
    isWaiting = true;
    await wait(200);
  }
  const release = () => rmSync(file, { force: true });
  process.once('exit', release);
  try {
    return await work();
  } finally {
    release();
    process.off('exit', release);
  }
}

function take() {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    if (!isAbandoned()) return false;
    discard();
    return take();
  }
}

function isAbandoned() {
  try {
    const holder = Number(readFileSync(file, 'utf8'));
    // The file is briefly empty, after it is created and before the process id is written.
    if (!(holder > 0)) return Date.now() - statSync(file).mtimeMs > 10_000;
    if (holder === process.pid) return true;
    process.kill(holder, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

/** Removes the lock file. First renames it to a unique name, so that only one of two processes removes it. */
function discard() {
  const discarded = `${file}.${process.pid}`;
  try {
    renameSync(file, discarded);
    rmSync(discarded, { force: true });
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
}
