import type { ConfiguredChannels } from '@curbwrench/contract/messaging/schemas';
import { Link } from '@tanstack/react-router';
import { paths } from '../paths.ts';
import { Callout } from '../ui/callout.tsx';
import { useMessageChannels } from './queries.ts';

const channelNouns = {
  email: 'email',
  sms: 'text messages',
  push: 'push notifications',
} as const satisfies Record<keyof ConfiguredChannels, string>;

/**
 * Says which channels are not set up. Renders nothing if all are set up, or before the server has responded. If email
 * is not set up, admins also get a link to the stored emails about people's accounts.
 */
export function ChannelNotice({ showMailLink = false }: { showMailLink?: boolean }) {
  const { data } = useMessageChannels();
  const sentence = data && describeMissingChannels(data);
  return sentence ? (
    <Callout tone="info">
      <p>{sentence}</p>
      {showMailLink && !data.email && (
        <p>
          Password resets and other emails about accounts are on the{' '}
          <Link to={paths.mail} className="link reach">
            Account emails page
          </Link>
          .
        </p>
      )}
    </Callout>
  ) : null;
}

/** Returns a sentence about the channels that are not set up; null if all are set up. */
export function describeMissingChannels(channels: ConfiguredChannels): string | null {
  const missing = (['email', 'sms', 'push'] as const).filter((channel) => !channels[channel]);
  if (missing.length === 0) return null;
  const list = new Intl.ListFormat('en-US').format(missing.map((each) => channelNouns[each]));
  const isSingular = missing.length === 1 && missing[0] === 'email';
  const subject = list.charAt(0).toUpperCase() + list.slice(1);
  return `${subject} ${isSingular ? "isn't set up, so it is" : "aren't set up, so they are"} saved but not sent.`;
}
