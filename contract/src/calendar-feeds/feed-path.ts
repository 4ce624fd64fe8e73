/** The path of all calendar feeds; the rest of an address is secret. It is neither a page nor a call. */
export const calendarFeedPath = '/calendar/';
