/**
 * The header on each response to a reading call: the number of the newest live event when reading began.
 * The response includes every change up to it, so a stream that resumes after it misses nothing.
 */
export const lastEventHeader = 'x-last-event';
