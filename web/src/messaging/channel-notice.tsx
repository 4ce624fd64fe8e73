import type { MessageChannelState } from '@curbwrench/contract/messaging/schemas';
import { Callout } from '../ui/callout.tsx';
import { useMessageChannels } from './queries.ts';

const channelNouns = {
  email: 'email',
  sms: 'text messages',
  push: 'push notifications',
} as const satisfies Record<keyof MessageChannelState, string>;

/** Says which channels are not set up; renders nothing if all are, or while that is not known. */
export function ChannelNotice() {
  const { data } = useMessageChannels();
  const text = data && describeMissingChannels(data);
  return text ? (
    <Callout tone="info">
      <p>{text}</p>
    </Callout>
  ) : null;
}

/** Returns a sentence about the channels that are not set up; null if all are. */
export function describeMissingChannels(channels: MessageChannelState): string | null {
  const missing = (['email', 'sms', 'push'] as const).filter((channel) => !channels[channel]);
  if (missing.length === 0) return null;
  const list = new Intl.ListFormat('en-US').format(missing.map((each) => channelNouns[each]));
  const isOne = missing.length === 1 && missing[0] === 'email';
  const subject = list.charAt(0).toUpperCase() + list.slice(1);
  return `${subject} ${isOne ? "isn't" : "aren't"} set up, so these messages are only stored.`;
}
