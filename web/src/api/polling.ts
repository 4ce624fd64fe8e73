/** How often data that others change is polled, in milliseconds. Events usually report changes sooner. */
export const pollIntervalMs = 30_000;
