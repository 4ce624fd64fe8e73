import type { OwnSmsConsentStatus } from '@curbwrench/contract/texting/schemas';
import { useState } from 'react';
import { getErrorMessage } from '../api/api-error.ts';
import { useBusiness } from '../business/queries.ts';
import { displayDateIn } from '../lib/business-time.ts';
import { lazyComponent } from '../lib/lazy-component.ts';
import { Button } from '../ui/button.tsx';
import { LazyDialog } from '../ui/lazy-boundary.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Panel } from '../ui/panel.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useOwnSmsConsentStatus, useOptOutOfSms } from './queries.ts';
import { StopTextsButton } from './stop-texts-button.tsx';

const VerifyNumberDialog = lazyComponent(
  async () => (await import('./verify-number-dialog.tsx')).VerifyNumberDialog,
);

/** Shows a customer whether and where they get text messages, with the button to start or to stop them. */
export function OwnSmsConsentPanel() {
  const query = useOwnSmsConsentStatus();
  return (
    <Panel title="Text messages" className="mt-6 max-w-3xl">
      <Loaded
        query={query}
        skeleton={<Skeleton className="h-20" />}
        failure="We couldn't load your text message settings."
        getCause={getErrorMessage}
      >
        {(texting) => <OwnSmsConsentState texting={texting} />}
      </Loaded>
    </Panel>
  );
}

function OwnSmsConsentState({ texting }: { texting: OwnSmsConsentStatus }) {
  const [isVerifying, setVerifying] = useState(false);
  const { timeZone } = useBusiness();
  const stop = useOptOutOfSms();
  const { consent, phone } = texting;
  const isTexted = consent !== null && consent.endedAt === null;

  return (
    <>
      <p className="mb-4 wrap-anywhere text-ink-soft">
        {isTexted ? (
          <>
            We text you about your appointments at{' '}
            <span className="figures whitespace-nowrap font-semibold text-ink">
              {consent.phone}
            </span>
            . On since {displayDateIn(timeZone, consent.agreedAt)}.
          </>
        ) : (
          "You aren't signed up for text messages."
        )}
      </p>
      {isTexted ? (
        <StopTextsButton stop={stop} failure="We couldn't stop your texts" />
      ) : (
        <Button disabledReason={findProblem(texting)} onClick={() => setVerifying(true)}>
          Get text messages
        </Button>
      )}
      {!isTexted && <Problem text={findProblem(texting)} />}
      {isVerifying && phone !== null && (
        <LazyDialog onClose={() => setVerifying(false)}>
          <VerifyNumberDialog phone={phone} onClose={() => setVerifying(false)} />
        </LazyDialog>
      )}
    </>
  );
}

/** Shows why there are no text messages, since a disabled button's reason is easily overlooked on a phone. */
function Problem({ text }: { text: string | null }) {
  return text === null ? null : <p className="mt-2 text-sm text-ink-soft">{text}</p>;
}

/** Returns why a customer can't turn on text messages; null if they can. */
function findProblem({
  smsIsSetUp,
  phone,
  canBeTexted,
  hasOptedOut,
}: OwnSmsConsentStatus): string | null {
  if (!smsIsSetUp) return "We don't send text messages yet.";
  if (phone === null) return 'Add a phone number to your profile first.';
  if (!canBeTexted) return "The phone number in your profile can't receive text messages.";
  if (hasOptedOut)
    return "You replied STOP, so we can't text you. To turn texts back on, text START to the number our texts came from, then come back here and press Get text messages.";
  return null;
}
