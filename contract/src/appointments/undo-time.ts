/** How long a change on dispatch's board can be undone, in milliseconds. Nobody is notified before that. */
export const undoMs = 10_000;
/** How long a mechanic can undo the start of a job, in milliseconds. The customer is not notified before that. */
export const startUndoMs = 60_000;
