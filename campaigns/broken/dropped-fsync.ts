import type { Breakage } from './breakage.ts';

/** The embedded engine as it is shipped: it believes that its files reach the disk by themselves. */
export const droppedFsync: Breakage = {
  name: 'dropped-fsync',
  what: 'the embedded engine never syncs its files',
  campaigns: ['kill'],
  patches: [
    {
      file: 'server/dist/db/connection/durable-node-fs.js',
      from: 'fdatasyncSync(stream.nfd);',
      to: '',
    },
  ],
};
