import type { Breakage } from './breakage.ts';

/** A stream that comes again is treated as a new one. */
export const resumeAtLatest: Breakage = {
  name: 'resume-at-latest',
  what: 'a stream resumes at the newest event instead of the last one it saw',
  campaigns: ['kill', 'terminate'],
  patches: [
    {
      file: 'server/dist/routes/events.js',
      from: 'let sent = after ?? context.feed.latest();',
      to: 'let sent = context.feed.latest();',
    },
  ],
};
