/** How often data that other people change is polled, in milliseconds. Live events usually report changes sooner. */
export const pollIntervalMs = 30_000;
