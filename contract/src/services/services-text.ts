/**
 * Returns the services of an appointment in a few words: 'Oil Change', or 'Oil Change + 1 more' if there is
 * another service besides the first.
 */
export function servicesText(first: string, more: number): string {
  return more > 0 ? `${first} + ${more} more` : first;
}

/** Returns that text for an appointment, whose service lines are counted. */
export function bookedServicesText({
  service,
  lines,
}: {
  readonly service: { readonly name: string };
  readonly lines: readonly { readonly kind: string }[];
}): string {
  const count = lines.filter(({ kind }) => kind === 'service').length;
  return servicesText(service.name || 'Unknown Service', count - 1);
}
