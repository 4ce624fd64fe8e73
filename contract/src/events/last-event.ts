/**
 * The header of `GET` responses that contains the number of the newest live event when the server began to read. The
 * response includes every change up to that event, so a stream that resumes after it misses nothing.
 */
export const lastEventHeader = 'x-last-event';
