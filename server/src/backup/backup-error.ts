/** Thrown if a backup or restore is not possible; the message is for the person who runs the command. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}
