/**
 * The header that names the mechanic who pressed the button of a job step. The step may be sent later,
 * after a lost connection. The server refuses it if someone else is signed in by then.
 */
export const pressedByHeader = 'x-pressed-by';
