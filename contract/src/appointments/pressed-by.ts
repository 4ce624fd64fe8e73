/**
 * The header that names the mechanic who pressed the button of a job step. The server refuses the step if another
 * person is signed in by the time it is sent, such as after a lost connection.
 */
export const pressedByHeader = 'x-pressed-by';
