import { oldestYearToPick } from '@curbwrench/contract/vehicles/schemas';

/** Returns the model years to select: next year down to 1980, plus the vehicle's own if it is older. */
export function getYearOptions(currentYear: number, own: number | undefined): number[] {
  const latest = currentYear + 1;
  const years = Array.from({ length: latest - oldestYearToPick + 1 }, (_, index) => latest - index);
  if (own !== undefined && !years.includes(own)) years.push(own);
  return years;
}
