/**
 * Returns the services of an appointment in a few words: 'Oil Change', or 'Oil Change + 1 more' if there is
 * another service besides the first.
 */
export function servicesText(first: string, more: number): string {
  return more > 0 ? `${first} + ${more} more` : first;
}

/** Returns the text of `servicesText` for an appointment, counting its service line items. */
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
