/** Thrown when the server's answer or state is not what the rules allow. */
export class Disagreement extends Error {
  override readonly name = 'Disagreement';
}

export function fail(message: string): never {
  throw new Disagreement(message);
}
