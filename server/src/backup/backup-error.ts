/** A backup or a restore that can't be made; the message is for the person who runs it. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}
