import { refused } from './result.ts';

/**
 * The refusal for every appointment link that doesn't work. It is the same for every reason, so that it reveals
 * nothing.
 */
export const linkDoesNotWork = refused(
  'link_expired',
  'This link no longer works. Please use the link in our latest message, or call us.',
);
