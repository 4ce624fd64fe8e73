/** More texts than the whole server has; beyond it, something writes values into its SQL. */
const mostNames = 500;

/** The names under which one session's statements are prepared, by their text. */
export class PreparedNames {
  readonly #names = new Map<string, string>();
  #given = 0;

  /** The name for this text, or undefined if the session has its fill of names: send it unnamed. */
  nameFor(sql: string): string | undefined {
    const known = this.#names.get(sql);
    if (known !== undefined || this.#given === mostNames) return known;
    this.#given += 1;
    const name = `s${this.#given}`;
    this.#names.set(sql, name);
    return name;
  }

  /** The next use of this text gets a new name, and with it a new plan. The old one still counts. */
  forget(sql: string): void {
    this.#names.delete(sql);
  }
}
