/** The wording at the top of the landing page, unless the business has its own. */
export const defaultLandingWording = {
  headline: 'Professional mobile mechanic services - we come to you!',
  intro:
    'Oil, brakes, battery, or that strange new noise: tell us where the car is and pick a time. ' +
    'A mechanic will come to the car, at home, at work, or at the curb.',
} as const;
