import { refused } from './result.ts';

/** The refusal for every link of an appointment that does not work, whatever the reason, so that it reveals nothing. */
export const linkDoesNotWork = refused(
  'link_expired',
  'This link no longer works. Please use the link in our latest message, or call us.',
);
