import { earliestSelectableYear } from '@curbwrench/contract/vehicles/schemas';

/** Returns the model years to select: next year down to 1980, plus the vehicle's own year if it is older. */
export function getYearOptions(currentYear: number, ownYear: number | undefined): number[] {
  const latest = currentYear + 1;
  const years = Array.from(
    { length: latest - earliestSelectableYear + 1 },
    (_, index) => latest - index,
  );
  if (ownYear !== undefined && !years.includes(ownYear)) years.push(ownYear);
  return years;
}
