/** The oldest supported major version. Older servers lack features that our SQL uses. */
const oldestMajor = 15;

/**
 * Returns why a server can't be used, given its `server_version_num` (such as 150004); null if the server
 * is new enough. A value that is not a version counts as too old.
 */
export function findVersionProblem(version: unknown): string | null {
  const number = typeof version === 'string' && /^\d{5,6}$/.test(version) ? Number(version) : 0;
  const major = Math.floor(number / 10_000);
  if (major >= oldestMajor) return null;
  const finding = major === 0 ? 'does not report its version' : `is PostgreSQL ${major}`;
  return `The database server ${finding}; Curbwrench needs PostgreSQL ${oldestMajor} or newer.`;
}
