/** How many services a booking can have besides the first. */
export const maxAdditionalServices = 4;
/** How many services a booking can have. */
export const maxServices = maxAdditionalServices + 1;

export const tooManyServicesMessage = `Please choose up to ${maxServices} services.`;
export const repeatedServiceMessage = 'You can add each service only once.';

/** The services of a booking, as requested. */
export interface RequestedServices {
  readonly serviceId: number;
  readonly additionalServiceIds?: readonly number[] | undefined;
}

/** Returns the ids of the requested services, the first service first. */
export function listServiceIds({ serviceId, additionalServiceIds }: RequestedServices): number[] {
  return [serviceId, ...(additionalServiceIds ?? [])];
}

/** Returns whether no service is requested twice. */
export function areServicesDistinct(request: RequestedServices): boolean {
  const ids = listServiceIds(request);
  return new Set(ids).size === ids.length;
}
