/** Minutes of a day, half-open. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Work that needs the time of one of these mechanics. */
export interface Piece extends Span {
  readonly takers: readonly string[];
}

/** Whether two spans want the same minute. */
export function collide(a: Span, b: Span): boolean {
  return a.from < b.to && b.from < a.to && a.from < a.to && b.from < b.to;
}

/**
 * Whether every piece can have a mechanic to itself, by trying everything: exact, and fast enough
 * for the small days of a history (the server is exact there).
 */
export function canArrange(pieces: readonly Piece[]): boolean {
  const hardestFirst = pieces.toSorted((a, b) => a.takers.length - b.takers.length);
  const given = new Map<string, Span[]>();

  function place(index: number): boolean {
    const piece = hardestFirst[index];
    if (!piece) return true;
    return piece.takers.some((taker) => {
      const spans = given.get(taker) ?? [];
      if (spans.some((span) => collide(span, piece))) return false;
      given.set(taker, [...spans, piece]);
      if (place(index + 1)) return true;
      given.set(taker, spans);
      return false;
    });
  }
  return place(0);
}
