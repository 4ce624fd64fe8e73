/** Returns a different start time for each viewer: 08:00, 09:00, and so on. */
export function startTimeFor(viewerIndex: number): string {
  return `${String(8 + viewerIndex).padStart(2, '0')}:00`;
}
