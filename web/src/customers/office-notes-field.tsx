import { textLimits } from '@curbwrench/contract/fields/text-limits';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { Field } from '../ui/field.tsx';
import { TextArea } from '../ui/text-input.tsx';

interface OfficeNotesFieldProps {
  field: UseFormRegisterReturn;
  error: string | undefined;
}

/** Renders the office's notes about a customer. */
export function OfficeNotesField({ field, error }: OfficeNotesFieldProps) {
  return (
    <Field
      label="Office notes"
      optional
      hint="Only advisors and admins can see these notes."
      error={error}
    >
      {(control) => <TextArea {...control} {...field} maxLength={textLimits.officeNotes} />}
    </Field>
  );
}
