/**
 * Returns whether a host has only characters of a host: one that a map names becomes part of pages' content security
 * policy, in which unusual characters, such as `;`, would begin another directive.
 */
export function isPlainHost(hostname: string): boolean {
  return /^([a-z\d.-]+|\[[\da-f:.]+\])$/.test(hostname);
}
