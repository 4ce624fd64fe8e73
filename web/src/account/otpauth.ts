/** The secret in an `otpauth:` address, in groups of four letters that can be typed off. */
export function secretIn(uri: string): string {
  const secret = URL.canParse(uri) ? new URL(uri).searchParams.get('secret') : null;
  return (secret ?? '').replaceAll(/(.{4})(?=.)/g, '$1 ');
}
