import { getVerbalConsentText, smsConsentVersion } from '@curbwrench/contract/texting/sms-consent';
import { useState } from 'react';
import { getErrorMessage } from '../api/api-error.ts';
import { useBusiness } from '../business/queries.ts';
import { Callout } from '../ui/callout.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Field } from '../ui/field.tsx';
import { PhoneText } from '../ui/phone-text.tsx';
import { Select } from '../ui/select.tsx';
import { showToast } from '../ui/toast-store.ts';
import { useRecordVerbalConsent } from './queries.ts';

interface VerbalConsentDialogProps {
  customerId: string;
  /** The customer's numbers that can be texted; at least one. */
  phones: readonly string[];
  onClose: () => void;
}

/** Shows staff what to read to the customer on the phone, and records that the customer agreed. */
export function VerbalConsentDialog({ customerId, phones, onClose }: VerbalConsentDialogProps) {
  const [phone, setPhone] = useState(phones[0] ?? '');
  const business = useBusiness();
  const record = useRecordVerbalConsent(customerId);

  async function confirm() {
    try {
      await record.mutateAsync({ phone, consentVersion: smsConsentVersion });
    } catch {
      // Shown in the dialog.
      return;
    }
    showToast({ title: 'Consent recorded' });
    onClose();
  }

  return (
    <ConfirmDialog
      title="Record verbal consent"
      description="Read this to the customer. Confirm only if they say yes. We'll record your name and the time."
      action="Customer agreed"
      variant="primary"
      pendingLabel="Saving..."
      pending={record.isPending}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <div className="grid gap-4">
        {record.error && (
          <Callout tone="alert">
            <p>{getErrorMessage(record.error)}</p>
          </Callout>
        )}
        {phones.length > 1 && (
          <Field label="Number">
            {(control) => (
              <Select {...control} value={phone} onChange={(event) => setPhone(event.target.value)}>
                {phones.map((each) => (
                  <option key={each}>{each}</option>
                ))}
              </Select>
            )}
          </Field>
        )}
        <blockquote className="rounded-md bg-well p-4 wrap-anywhere">
          <PhoneText>{getVerbalConsentText(business.name, phone)}</PhoneText>
        </blockquote>
      </div>
    </ConfirmDialog>
  );
}
