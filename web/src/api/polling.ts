/** How often data that others change is polled, in milliseconds. Events usually report changes sooner. */
export const pollEvery = 30_000;
