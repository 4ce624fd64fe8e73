/** How long a change on the dispatch board can be undone, in milliseconds. During this time, nobody is notified. */
export const undoMs = 10_000;
/** How long a mechanic can undo the start of a job, in milliseconds. During this time, the customer is not notified. */
export const startUndoMs = 60_000;
