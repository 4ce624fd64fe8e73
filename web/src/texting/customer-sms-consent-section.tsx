import type { CustomerSmsConsentStatus } from '@curbwrench/contract/texting/schemas';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getErrorMessage } from '../api/api-error.ts';
import { useBusiness } from '../business/queries.ts';
import { displayDateIn } from '../lib/business-time.ts';
import { Button } from '../ui/button.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { PhoneText } from '../ui/phone-text.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { customerSmsConsentStatusQuery, useOptCustomerOutOfSms } from './queries.ts';
import { StopTextsButton } from './stop-texts-button.tsx';
import { describeConsent, findConsentBlocker } from './texting-text.ts';
import { VerbalConsentDialog } from './verbal-consent-dialog.tsx';

/** Shows the office whether a customer agreed to text messages, with the button to record or to end it. */
export function CustomerSmsConsentSection({ customerId }: { customerId: string }) {
  const query = useQuery(customerSmsConsentStatusQuery(customerId));
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

function TextingState({
  customerId,
  texting,
}: {
  customerId: string;
  texting: CustomerSmsConsentStatus;
}) {
  const [isRecording, setRecording] = useState(false);
  const { timeZone } = useBusiness();
  const stop = useOptCustomerOutOfSms(customerId);
  const { consent } = texting;
  const isTexted = consent !== null && consent.endedAt === null;

  return (
    <>
      <p className="mt-0.5 mb-2 wrap-anywhere">
        <PhoneText>
          {describeConsent(consent, (instant) => displayDateIn(timeZone, instant))}
        </PhoneText>
      </p>
      {isTexted ? (
        <StopTextsButton stop={stop} failure="We couldn't stop the texts" size="sm" />
      ) : (
        <Button
          size="sm"
          disabledReason={findConsentBlocker(texting)}
          onClick={() => setRecording(true)}
        >
          Record verbal consent
        </Button>
      )}
      {isRecording && (
        <VerbalConsentDialog
          customerId={customerId}
          phones={texting.phones
            .filter(({ canBeTexted, hasOptedOut }) => canBeTexted && !hasOptedOut)
            .map(({ phone }) => phone)}
          onClose={() => setRecording(false)}
        />
      )}
    </>
  );
}
