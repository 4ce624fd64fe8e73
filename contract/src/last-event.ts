/**
 * On each answer to a reading call: the number of the newest live event when it was begun. The answer
 * holds all that happened up to it, so a stream that resumes after it misses nothing.
 */
export const lastEventHeader = 'x-last-event';
