/**
 * Extends into the page's margins on a phone, where every line counts, and stays within them on a desktop.
 */
export const threadFrame =
  '-mx-4 -my-5 flex flex-col overflow-hidden bg-paper sm:-mx-6 sm:-my-8 lg:mx-0 lg:-mb-2 lg:mt-0 lg:rounded-lg lg:border lg:border-line';
