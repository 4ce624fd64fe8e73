import { oldestYearToPick } from '@curbwrench/contract/vehicles';

/** Next year down to 1980; and the vehicle's own, should that be another. */
export function yearsToPick(currentYear: number, own: number | undefined): number[] {
  const latest = currentYear + 1;
  const years = Array.from({ length: latest - oldestYearToPick + 1 }, (_, index) => latest - index);
  if (own !== undefined && !years.includes(own)) years.push(own);
  return years;
}
