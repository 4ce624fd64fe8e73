import type { MessageKind } from './kinds.ts';

/** Returns the label of an email's button, which replaces a paragraph that contains only the email's link. */
export function getButtonLabel(kind: MessageKind): string {
  if (kind === 'review_request') return 'Write a review';
  if (kind === 'finished' || kind === 'payment_received') return 'View or print';
  if (kind === 'on_the_way') return 'Track your mechanic';
  if (kind === 'office_message') return 'Open the conversation';
  if (kind === 'job_assigned' || kind === 'job_changed') return 'View job';
  if (kind === 'office_reply') return 'Reply';
  if (kind === 'office_attention_list') return 'Open the board';
  return kind === 'tomorrows_jobs' ? 'View your jobs' : 'View appointment';
}
