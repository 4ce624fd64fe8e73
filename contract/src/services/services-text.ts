/**
 * Returns the services of an appointment in a few words: 'Oil Change', or 'Oil Change + 1 more' with another
 * one besides the first.
 */
export function servicesText(first: string, more: number): string {
  return more > 0 ? `${first} + ${more} more` : first;
}
