/** This many consecutive wrong codes lock a second factor (`accounts.second-factor-lock`). */
export const maxConsecutiveWrongCodes = 10;

/** How long a second factor stays locked, as a PostgreSQL interval. */
export const secondFactorLockDuration = '15 minutes';
