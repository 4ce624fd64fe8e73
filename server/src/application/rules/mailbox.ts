/**
 * Returns the mailbox that receives messages to an email address: the address in lower case, without a plus sign and
 * what follows it before the @, since most mail servers deliver "ada+1@example.com" to "ada@example.com". Use it only
 * to enforce limits: on other servers, these may be different people.
 */
export function getMailbox(email: string): string {
  return email.toLowerCase().replace(/^([^+@]+)\+[^@]*@/, '$1@');
}
