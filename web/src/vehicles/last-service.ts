/**
 * Returns when a vehicle was last serviced, in calendar months: 'No service record', 'This month',
 * '1 month ago' or 'N months ago'. Both dates are `yyyy-MM-dd`.
 */
export function lastServiceText(lastService: string | null, today: string): string {
  if (lastService === null) return 'No service record';
  const months = Math.max(0, countMonths(today) - countMonths(lastService));
  if (months === 0) return 'This month';
  return months === 1 ? '1 month ago' : `${months} months ago`;
}

/** Returns the number of months from year 0 to a date, for comparing months. */
function countMonths(date: string): number {
  return Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7));
}
