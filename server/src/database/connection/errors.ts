/**
 * Thrown if the database rejects a statement. It has the same fields for the embedded database and for a server.
 *
 * `code` is the SQLSTATE. Never log or send `detail`: it may contain a row's values.
 */
export class StatementError extends Error {
  override readonly name = 'StatementError';
  readonly code: string;
  readonly detail: string | undefined;
  readonly constraint: string | undefined;
  readonly table: string | undefined;
  readonly column: string | undefined;

  constructor(errorData: StatementErrorData) {
    super(errorData.message);
    this.code = errorData.code;
    this.detail = errorData.detail;
    this.constraint = errorData.constraint;
    this.table = errorData.table;
    this.column = errorData.column;
  }
}

/** The database's error for a rejected statement, as plain data. */
export interface StatementErrorData {
  code: string;
  message: string;
  detail?: string | undefined;
  constraint?: string | undefined;
  table?: string | undefined;
  column?: string | undefined;
}

/** The SQLSTATE of a statement that the current role has no permission to run. */
export const insufficientPrivilege = '42501';

/** Thrown if the connection to the database is lost; whether the last statement took effect is unknown. */
export class ConnectionLostError extends Error {
  override readonly name = 'ConnectionLostError';
  readonly code = '08006';
}

/** Thrown if the embedded database's files can't be copied. */
export class DatabaseCopyError extends Error {
  override readonly name = 'DatabaseCopyError';

  constructor(reason: string) {
    super(`The database could not be copied: ${reason}.`);
  }
}

/** Thrown if the store is closing or closed, so that it accepts no more statements. */
export class StoreClosedError extends Error {
  override readonly name = 'StoreClosedError';

  constructor() {
    super('The database is closed: it accepts no more statements.');
  }
}

/**
 * A programming error: inside a transaction, a statement was sent through the outer handle instead of the
 * transaction. It would run outside the transaction, and on a database with one connection it would wait forever.
 */
export class OuterHandleInTransactionError extends Error {
  override readonly name = 'OuterHandleInTransactionError';

  constructor() {
    super(
      'A statement was sent through the outer database handle inside a transaction. Use the transaction that was passed to the function.',
    );
  }
}

/** Returns whether a statement violated an exclusion constraint (SQLSTATE 23P01): two rows would overlap. */
export function isExclusionViolation(error: unknown, constraint?: string): boolean {
  return violates(error, '23P01', constraint);
}

/** Returns whether the database aborted a transaction in favor of another transaction; a retry may succeed. */
export function isSerializationFailure(error: unknown): boolean {
  const code = getSqlState(error);
  return code === '40001' || code === '40P01';
}

/**
 * Returns whether a row that a statement refers to is missing (SQLSTATE 23503), such as a customer who has just been
 * merged into another customer; a retry reads the reference again.
 */
export function isReferenceMissing(error: unknown): boolean {
  return violates(error, '23503', undefined);
}

/**
 * Thrown to roll a transaction back and retry it, as after a serialization failure, because data that it has read
 * was changed by another transaction.
 */
export class TransactionConflict extends Error {
  override readonly name = 'TransactionConflict';
  readonly code = '40001';
}

/** Returns whether a statement, a wait for a lock, or an idle transaction took longer than this store allows. */
export function isTimeout(error: unknown): boolean {
  const code = getSqlState(error);
  return code === '57014' || code === '55P03' || code === '25P03';
}

/** Returns whether the database can't be reached, closed the connection, or is shutting down. */
export function isConnectionLost(error: unknown): boolean {
  const code = getSqlState(error);
  if (code === undefined) return false;
  return code.startsWith('08') || shutdownStates.has(code) || networkErrors.has(code);
}

/** admin_shutdown, crash_shutdown, cannot_connect_now, too_many_connections. */
const shutdownStates = new Set(['57P01', '57P02', '57P03', '53300']);

const networkErrors = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
]);

function violates(error: unknown, state: string, constraint: string | undefined): boolean {
  if (getSqlState(error) !== state) return false;
  return constraint === undefined || stringField(error, 'constraint') === constraint;
}

/** Returns the SQLSTATE of a database error, or a system error's code; undefined for anything else. */
export function getSqlState(error: unknown): string | undefined {
  return stringField(error, 'code');
}

function stringField(error: unknown, field: string): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const value: unknown = Reflect.get(error, field);
  return typeof value === 'string' ? value : undefined;
}
