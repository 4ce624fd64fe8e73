/** The name of the lock that each position report holds while in flight, in any tab of this browser. */
export const reportLock = 'position report';
