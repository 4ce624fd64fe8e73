/** Returns the `tel:` URL of a phone number (RFC 3966): only the digits and a leading plus. */
export function telephoneUrl(phone: string): string {
  return `tel:${phone.trim().startsWith('+') ? '+' : ''}${phone.replaceAll(/\D/g, '')}`;
}
