/** The working time and skills of one of the demo's mechanics. */
export interface MechanicProfile {
  readonly skills: readonly string[];
  /** 0 is Sunday. */
  readonly weekdays: readonly number[];
  /** The start and end of each working day, in hours from midnight. */
  readonly hours: readonly [starts: number, ends: number];
  /** Whether their availability switch is on. */
  readonly available: boolean;
  /** Days in the coming weeks with unusual hours; a day off has null as its hours. */
  readonly exceptions: readonly {
    /** How many weeks after the current week; weeks begin on Sunday. */
    readonly weeksAhead: number;
    readonly weekday: number;
    readonly hours: readonly [starts: number, ends: number] | null;
  }[];
  readonly timeOff: readonly {
    readonly from: DayAndTime;
    readonly to: DayAndTime;
    readonly reason: string;
  }[];
}

/** A number of days after the demo is created (before it, if negative), and a time of day. */
type DayAndTime = readonly [days: number, time: string];

const weekdays = [1, 2, 3, 4, 5];

/**
 * The mechanics' profiles, the demo mechanic's first. At least three mechanics have each skill that a service requires.
 */
export const mechanicProfiles: readonly MechanicProfile[] = [
  {
    skills: ['brakes', 'diagnostics', 'electrical'],
    weekdays,
    hours: [8, 18],
    available: true,
    exceptions: [],
    timeOff: [],
  },
  {
    skills: ['air conditioning', 'brakes', 'tires'],
    weekdays,
    hours: [8, 18],
    available: true,
    exceptions: [{ weeksAhead: 1, weekday: 3, hours: [8, 13] }],
    timeOff: [{ from: [-24, '00:00'], to: [-19, '00:00'], reason: 'Vacation' }],
  },
  {
    skills: ['diagnostics', 'electrical'],
    weekdays,
    hours: [8, 18],
    available: true,
    exceptions: [],
    timeOff: [{ from: [5, '13:00'], to: [5, '18:00'], reason: 'Dentist' }],
  },
  {
    skills: ['air conditioning', 'brakes', 'tires'],
    weekdays,
    hours: [10, 18],
    available: true,
    exceptions: [{ weeksAhead: 1, weekday: 4, hours: null }],
    timeOff: [],
  },
  {
    skills: ['brakes', 'diagnostics', 'electrical', 'tires'],
    weekdays,
    hours: [8, 18],
    available: true,
    exceptions: [
      { weeksAhead: 1, weekday: 5, hours: [8, 15] },
      { weeksAhead: 2, weekday: 2, hours: null },
    ],
    timeOff: [],
  },
  {
    skills: ['diagnostics', 'tires'],
    weekdays: [1, 2, 3, 4],
    hours: [8, 18],
    available: true,
    exceptions: [],
    timeOff: [{ from: [10, '00:00'], to: [15, '00:00'], reason: 'Vacation' }],
  },
  {
    skills: ['air conditioning', 'brakes', 'electrical'],
    weekdays,
    hours: [8, 18],
    available: true,
    exceptions: [{ weeksAhead: 2, weekday: 1, hours: [10, 19] }],
    timeOff: [],
  },
  {
    skills: ['tires'],
    weekdays: [1, 3, 5],
    hours: [9, 15],
    available: false,
    exceptions: [],
    timeOff: [],
  },
];
