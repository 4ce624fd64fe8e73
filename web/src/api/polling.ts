/** How often what others change is asked for again, in milliseconds. Events say most of it sooner. */
export const pollEvery = 30_000;
