/**
 * Returns whether a host contains only the usual characters of hosts. Hosts in a map style become part of the pages'
 * content security policy, in which a character such as `;` would begin another directive.
 */
export function isPlainHost(hostname: string): boolean {
  return /^([a-z\d.-]+|\[[\da-f:.]+\])$/.test(hostname);
}
