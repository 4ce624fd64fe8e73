/** More than the number of our statements. If the names run out, some code must be writing values into its SQL. */
const maximumNames = 500;

/** The names of one session's prepared statements, by SQL text. */
export class PreparedNames {
  readonly #names = new Map<string, string>();
  #count = 0;

  /** Returns the name for this SQL; undefined if the limit is reached and the SQL must be sent unprepared. */
  nameFor(sql: string): string | undefined {
    const knownName = this.#names.get(sql);
    if (knownName !== undefined || this.#count === maximumNames) return knownName;
    this.#count += 1;
    const name = `s${this.#count}`;
    this.#names.set(sql, name);
    return name;
  }

  /** Gives this SQL a new name, and so a new plan, on its next use. The old name still counts toward the limit. */
  forget(sql: string): void {
    this.#names.delete(sql);
  }
}
