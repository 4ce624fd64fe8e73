/** The total duration and all required skills of an appointment's services. */
export interface NeededWork {
  /** Minutes. */
  readonly duration: number;
  /** The mechanic must have all of them. */
  readonly skills: readonly string[];
}

/** Returns the total duration of several services and their required skills, without duplicates. */
export function combineServices(
  services: readonly { readonly duration: number; readonly skill: string | null }[],
): NeededWork {
  return {
    duration: services.reduce((sum, { duration }) => sum + duration, 0),
    skills: [...new Set(services.flatMap(({ skill }) => skill ?? []))],
  };
}

/** Returns the required skills that a mechanic lacks, ignoring case. */
export function listMissingSkills(
  own: readonly string[],
  required: readonly string[],
): readonly string[] {
  // Fast path: the spelling almost always matches exactly, and checking that is cheaper.
  const missing = required.filter((skill) => !own.includes(skill));
  if (missing.length === 0) return missing;
  const lower = new Set(own.map((skill) => skill.toLowerCase()));
  return missing.filter((skill) => !lower.has(skill.toLowerCase()));
}

/** Returns 'skill: brakes', or 'skills: brakes, tires'. There must be at least one skill. */
export function labelSkills(skills: readonly string[]): string {
  return `${skills.length === 1 ? 'skill' : 'skills'}: ${skills.join(', ')}`;
}

/** Returns 'brakes skill', or 'brakes and tires skills'. There must be at least one skill. */
export function skillsText(skills: readonly string[]): string {
  const last = skills.at(-1) ?? '';
  const others = skills.slice(0, -1);
  return others.length === 0 ? `${last} skill` : `${others.join(', ')} and ${last} skills`;
}
