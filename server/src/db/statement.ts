import { CompiledQuery, sql, type Kysely, type RawBuilder } from 'kysely';
import type { Database } from './schema.ts';

/** Where in a statement the value of this name goes. */
export type PlaceOf<Values> = (name: keyof Values) => RawBuilder<unknown>;

/**
 * A statement whose text is made once, at its first run, and not anew for the values of each: for
 * what runs with every request. `make` is called that one time, so nothing but the places may depend
 * on values. Answers a function that runs it and resolves with its rows.
 */
export function statement<Values extends object, Row>(
  make: (placeOf: PlaceOf<Values>) => RawBuilder<Row>,
): (db: Kysely<Database>, values: Values) => Promise<Row[]> {
  let made: CompiledQuery<Row> | undefined;
  return async (db, values) => {
    made ??= make((name) => sql`${new Place(name)}`).compile(db);
    const parameters = made.parameters.map((parameter) =>
      parameter instanceof Place ? valueOf(values, parameter.name) : parameter,
    );
    const query = CompiledQuery.raw(made.sql, parameters);
    // Past Kysely's own way, which is there for plugins and for calls that can be abandoned.
    const { rows } = await db
      .getExecutor()
      .provideConnection((connection) => connection.executeQuery<Row>(query));
    return rows;
  };
}

/** Stands among the parameters for a value that each run brings. */
class Place {
  readonly name: PropertyKey;

  constructor(name: PropertyKey) {
    this.name = name;
  }
}

function valueOf(values: object, name: PropertyKey): unknown {
  const value: unknown = Reflect.get(values, name);
  if (value === undefined) throw new TypeError(`The statement has no value for ${String(name)}.`);
  return value;
}
