/**
 * Returns the ZIP code at the end of an address ('..., CA 94103', '... 94103-1234, USA'), or null if there is
 * none. Numbers elsewhere are ignored, since they may be house numbers.
 */
export function findZip(address: string): string | null {
  const match =
    /(?:^|[\s,])(\d{5})(?:-\d{4})?(?:,? (?:USA?|United States(?: of America)?))?$/i.exec(
      address.trim().replace(/\.$/, ''),
    );
  return match?.[1] ?? null;
}
