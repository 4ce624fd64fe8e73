/**
 * Returns whether a host contains only characters that are usual in host names. Hosts in a map style become part of the
 * pages' content security policy, where a character such as `;` would start a new directive.
 */
export function isPlainHost(hostname: string): boolean {
  return /^([a-z\d.-]+|\[[\da-f:.]+\])$/.test(hostname);
}
