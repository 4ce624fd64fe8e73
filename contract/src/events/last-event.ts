/**
 * The header of `GET` responses with the number of the latest live event when the server began to read the data. The
 * response includes every change up to that event, so a stream that resumes after it misses nothing.
 */
export const lastEventHeader = 'x-last-event';
