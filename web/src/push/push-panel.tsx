import type { PushSubscriptionView } from '@curbwrench/contract/push/schemas';
import type { ReactNode } from 'react';
import { getErrorMessage } from '../api/api-error.ts';
import { useBusiness } from '../business/queries.ts';
import { deviceName } from '../lib/device-name.ts';
import { displayInstantIn } from '../lib/business-time.ts';
import { Button } from '../ui/button.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Panel } from '../ui/panel.tsx';
import { RestoreFocus } from '../ui/restore-focus.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Switch } from '../ui/switch.tsx';
import { showToast } from '../ui/toast-store.ts';
import type { BrowserPush } from './push-browser.ts';
import {
  usePushState,
  useRemovePushSubscription,
  useTurnOffPush,
  useTurnOnPush,
} from './queries.ts';
import { getPushSupport, readPushFeatures } from './push-support.ts';

/**
 * Turns notifications on and off in this browser, and lists the other browsers in which they are on. `isPushAllowed` is
 * whether the person's preferences allow push notifications at all.
 */
export function PushPanel({ isPushAllowed }: { isPushAllowed: boolean }) {
  const support = getPushSupport(readPushFeatures());
  return (
    <Panel title="Push notifications">
      {support === 'supported' && <PushDevices isPushAllowed={isPushAllowed} />}
      {support === 'home-screen' && (
        <Explanation>
          On an iPhone or iPad, notifications need this app on the Home Screen: tap Share, then Add
          to Home Screen. Open the app from your Home Screen and come back to this page.
        </Explanation>
      )}
      {support === 'unsupported' && (
        <Explanation>This browser can't show notifications.</Explanation>
      )}
    </Panel>
  );
}

function PushDevices({ isPushAllowed }: { isPushAllowed: boolean }) {
  const { query, browser } = usePushState();
  return (
    <Loaded
      query={query}
      skeleton={<Skeleton className="h-10 w-64" />}
      failure="We couldn't load your browsers."
      getCause={getErrorMessage}
    >
      {({ publicKey, subscriptions }) => {
        if (publicKey === null) {
          return (
            <Explanation>Push notifications aren't available in a shared demo account.</Explanation>
          );
        }
        if (!browser) return <Skeleton className="h-10 w-64" />;
        const own = subscriptions.find(({ endpoint }) => endpoint === browser.endpoint);
        const others = subscriptions.filter((each) => each !== own);
        return (
          <>
            <PushSwitch publicKey={publicKey} browser={browser} own={own} />
            {!isPushAllowed && (
              <Explanation>
                Turn on Push in the preferences above to get notifications here.
              </Explanation>
            )}
            {others.length > 0 && <OtherDevices subscriptions={others} />}
          </>
        );
      }}
    </Loaded>
  );
}

interface PushSwitchProps {
  publicKey: string;
  browser: BrowserPush;
  /** This browser's subscription on the server, if it has one. */
  own: PushSubscriptionView | undefined;
}

function PushSwitch({ publicKey, browser, own }: PushSwitchProps) {
  const turnOn = useTurnOnPush();
  const turnOff = useTurnOffPush();
  const isBlocked = browser.permission === 'denied';
  const isOn = own !== undefined && browser.permission === 'granted';
  return (
    <Switch
      checked={isOn}
      disabled={turnOn.isPending || turnOff.isPending || (isBlocked && !isOn)}
      label="Notifications in this browser"
      hint={getHint(isBlocked, isOn)}
      className="flex w-full flex-row-reverse justify-between"
      onCheckedChange={(checked) => {
        if (checked) turnOn.mutate(publicKey, { onError: showFailure('turn on') });
        else turnOff.mutate(own?.id ?? null, { onError: showFailure('turn off') });
      }}
    />
  );
}

function getHint(isBlocked: boolean, isOn: boolean): string {
  if (isBlocked) {
    return "Notifications from this site are blocked. Allow them in your browser's settings first.";
  }
  return isOn
    ? "You'll get notifications even when this page is closed."
    : 'Get notifications even when this page is closed.';
}

/** Returns a handler that reports that `action` failed. */
function showFailure(action: string) {
  return (error: unknown) =>
    showToast({
      title: `Failed to ${action} notifications`,
      description:
        error instanceof DOMException
          ? "Your browser couldn't turn on notifications. Check your connection and try again."
          : getErrorMessage(error),
      destructive: true,
    });
}

function OtherDevices({ subscriptions }: { subscriptions: readonly PushSubscriptionView[] }) {
  const { timeZone } = useBusiness();
  const remove = useRemovePushSubscription();
  return (
    <>
      <h3 id="other-browsers" className="mt-6 text-base">
        Your other browsers
      </h3>
      <RestoreFocus>
        <ul
          aria-labelledby="other-browsers"
          className="mt-2 divide-y divide-line border-y border-line"
        >
          {subscriptions.map(({ id, userAgent, createdAt }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
              <div className="min-w-0 flex-1 basis-48">
                <p className="font-semibold">{deviceName(userAgent)}</p>
                <p className="text-sm text-ink-soft">
                  On since <span className="figures">{displayInstantIn(timeZone, createdAt)}</span>
                </p>
              </div>
              <Button
                size="sm"
                aria-label={`Remove ${deviceName(userAgent)}`}
                pending={remove.isPending && remove.variables === id}
                onClick={() => remove.mutate(id, { onError: showFailure('turn off') })}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      </RestoreFocus>
    </>
  );
}

function Explanation({ children }: { children: ReactNode }) {
  return <p className="text-ink-soft">{children}</p>;
}
