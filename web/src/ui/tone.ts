/**
 * The status that a badge or a border shows. The names describe a status, never a color: `alert` needs attention,
 * `progress` is in progress, `done` is completed, `info` is scheduled, `waiting` is pending, `muted` is inactive.
 */
export type Tone = 'alert' | 'progress' | 'done' | 'info' | 'waiting' | 'muted';

/** Text, background and border colors, for badges. */
export const toneBadge: Record<Tone, string> = {
  alert: 'bg-alert-wash text-alert border-alert-edge/40',
  progress: 'bg-progress-wash text-progress border-progress-edge/60',
  done: 'bg-done-wash text-done border-done-edge/40',
  info: 'bg-info-wash text-info border-info-edge/40',
  waiting: 'bg-waiting-wash text-waiting border-waiting-edge',
  muted: 'bg-muted-wash text-muted border-muted-edge/40',
};

/** The border color, for the left border of a card or a row. */
export const toneEdge: Record<Tone, string> = {
  alert: 'border-l-alert-edge',
  progress: 'border-l-progress-edge',
  done: 'border-l-done-edge',
  info: 'border-l-info-edge',
  waiting: 'border-l-waiting-edge',
  muted: 'border-l-muted-edge',
};

/** The text color. */
export const toneText: Record<Tone, string> = {
  alert: 'text-alert',
  progress: 'text-progress',
  done: 'text-done',
  info: 'text-info',
  waiting: 'text-waiting',
  muted: 'text-muted',
};

/** The border color as a background, for a small area such as a dot. */
export const toneFill: Record<Tone, string> = {
  alert: 'bg-alert-edge',
  progress: 'bg-progress-edge',
  done: 'bg-done-edge',
  info: 'bg-info-edge',
  waiting: 'bg-waiting-edge',
  muted: 'bg-muted-edge',
};
