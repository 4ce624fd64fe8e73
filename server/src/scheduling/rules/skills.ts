/** What the services of an appointment need together. */
export interface NeededWork {
  /** Minutes. */
  readonly duration: number;
  /** A mechanic needs every one of them. */
  readonly skills: readonly string[];
}

/** Returns what several services need together: the sum of their durations, and each required skill once. */
export function combineServices(
  services: readonly { readonly duration: number; readonly skill: string | null }[],
): NeededWork {
  return {
    duration: services.reduce((sum, { duration }) => sum + duration, 0),
    skills: [...new Set(services.flatMap(({ skill }) => skill ?? []))],
  };
}

/** Returns 'brakes skill', or 'brakes and tires skills'. Takes at least one. */
export function skillsText(skills: readonly string[]): string {
  const last = skills.at(-1) ?? '';
  const others = skills.slice(0, -1);
  return others.length === 0 ? `${last} skill` : `${others.join(', ')} and ${last} skills`;
}
