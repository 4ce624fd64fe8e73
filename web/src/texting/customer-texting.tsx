import type { CustomerTexting as Texting } from '@curbwrench/contract/texting/schemas';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getErrorMessage } from '../api/api-error.ts';
import { useBusiness } from '../business/queries.ts';
import { displayDateIn } from '../lib/business-time.ts';
import { Button } from '../ui/button.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { showToast } from '../ui/toast-store.ts';
import { customerTextingQuery, useStopCustomerTexting } from './queries.ts';
import { SpokenConsentDialog } from './spoken-consent-dialog.tsx';
import { describeConsent, findNoteProblem } from './texting-text.ts';

/** Shows the office whether a customer agreed to text messages, with the buttons to note or to end it. */
export function CustomerTexting({ customerId }: { customerId: string }) {
  const query = useQuery(customerTextingQuery(customerId));
  return (
    <Loaded
      query={query}
      skeleton={<Skeleton className="h-11" />}
      failure="We couldn't load this customer's text message settings."
      getCause={getErrorMessage}
    >
      {(texting) => <TextingState customerId={customerId} texting={texting} />}
    </Loaded>
  );
}

function TextingState({ customerId, texting }: { customerId: string; texting: Texting }) {
  const [isNoting, setNoting] = useState(false);
  const { timeZone } = useBusiness();
  const stop = useStopCustomerTexting(customerId);
  const { consent } = texting;
  const isTexted = consent !== null && consent.endedAt === null;

  async function stopTexts() {
    try {
      await stop.mutateAsync();
      showToast({ title: 'Texts stopped' });
    } catch (error) {
      showToast({
        title: "We couldn't stop the texts",
        description: getErrorMessage(error),
        destructive: true,
      });
    }
  }

  return (
    <>
      <p className="mt-0.5 mb-2 wrap-anywhere">
        {describeConsent(consent, (instant) => displayDateIn(timeZone, instant))}
      </p>
      {isTexted ? (
        <Button
          size="sm"
          pending={stop.isPending}
          pendingLabel="Stopping..."
          onClick={() => void stopTexts()}
        >
          Stop texts
        </Button>
      ) : (
        <Button size="sm" disabledReason={findNoteProblem(texting)} onClick={() => setNoting(true)}>
          Record consent by phone
        </Button>
      )}
      {isNoting && (
        <SpokenConsentDialog
          customerId={customerId}
          phones={texting.phones
            .filter(({ canBeTexted, hasOptedOut }) => canBeTexted && !hasOptedOut)
            .map(({ phone }) => phone)}
          onClose={() => setNoting(false)}
        />
      )}
    </>
  );
}
