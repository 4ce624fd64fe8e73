/** More than the number of our statements; beyond it, some code writes values into its SQL. */
const maximumNames = 500;

/** The names under which one session's statements are prepared, by their text. */
export class PreparedNames {
  readonly #names = new Map<string, string>();
  #count = 0;

  /** Returns the name for this text; undefined if the session has reached its limit: send it unnamed. */
  nameFor(sql: string): string | undefined {
    const known = this.#names.get(sql);
    if (known !== undefined || this.#count === maximumNames) return known;
    this.#count += 1;
    const name = `s${this.#count}`;
    this.#names.set(sql, name);
    return name;
  }

  /** Gives this text a new name on its next use, and so a new plan. The old one still counts. */
  forget(sql: string): void {
    this.#names.delete(sql);
  }
}
