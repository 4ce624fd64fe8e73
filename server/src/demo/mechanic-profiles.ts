/** How one of the demo's mechanics works. */
export interface MechanicProfile {
  readonly skills: readonly string[];
  /** 0 is Sunday. */
  readonly weekdays: readonly number[];
  /** Hours of the day. */
  readonly hours: readonly [starts: number, ends: number];
  /** Whether their switch is on. */
  readonly available: boolean;
  readonly timeOff: readonly {
    readonly from: DayAndTime;
    readonly to: DayAndTime;
    readonly reason: string;
  }[];
}

/** A number of days after the demo is created (before it, if negative), and a time of day. */
type DayAndTime = readonly [days: number, time: string];

const mondayToFriday = [1, 2, 3, 4, 5];

/** The first profile is the demo mechanic's. At least three mechanics have each skill that a service requires. */
export const mechanicProfiles: readonly MechanicProfile[] = [
  {
    skills: ['brakes', 'diagnostics', 'electrical'],
    weekdays: mondayToFriday,
    hours: [8, 18],
    available: true,
    timeOff: [],
  },
  {
    skills: ['air conditioning', 'brakes', 'tires'],
    weekdays: mondayToFriday,
    hours: [8, 18],
    available: true,
    timeOff: [{ from: [-24, '00:00'], to: [-19, '00:00'], reason: 'Vacation' }],
  },
  {
    skills: ['diagnostics', 'electrical'],
    weekdays: mondayToFriday,
    hours: [8, 18],
    available: true,
    timeOff: [{ from: [5, '13:00'], to: [5, '18:00'], reason: 'Dentist' }],
  },
  {
    skills: ['air conditioning', 'brakes', 'tires'],
    weekdays: mondayToFriday,
    hours: [10, 18],
    available: true,
    timeOff: [],
  },
  {
    skills: ['brakes', 'diagnostics', 'electrical', 'tires'],
    weekdays: mondayToFriday,
    hours: [8, 18],
    available: true,
    timeOff: [],
  },
  {
    skills: ['diagnostics', 'tires'],
    weekdays: [1, 2, 3, 4],
    hours: [8, 18],
    available: true,
    timeOff: [{ from: [10, '00:00'], to: [15, '00:00'], reason: 'Vacation' }],
  },
  {
    skills: ['air conditioning', 'brakes', 'electrical'],
    weekdays: mondayToFriday,
    hours: [8, 18],
    available: true,
    timeOff: [],
  },
  {
    skills: ['tires'],
    weekdays: [1, 3, 5],
    hours: [9, 15],
    available: false,
    timeOff: [],
  },
];
