import { vehicleLimits } from '@curbwrench/contract/vehicles/schemas';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { Field } from '../ui/field.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { VinWarning } from './vin-warning.tsx';

interface VinFieldProps {
  /** From the form's `register`. */
  inputProps: UseFormRegisterReturn;
  /** The VIN, as typed so far. */
  vin: string | null | undefined;
  modelYear: number;
  error: string | undefined;
}

/** Renders the field for a VIN, with a warning below it if the VIN is probably mistyped. */
export function VinField({ inputProps, vin, modelYear, error }: VinFieldProps) {
  return (
    <div className="sm:col-span-2">
      <Field label="VIN" optional error={error}>
        {(control) => (
          <TextInput
            {...control}
            {...inputProps}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={vehicleLimits.vin}
          />
        )}
      </Field>
      <VinWarning vin={vin} modelYear={modelYear} />
    </div>
  );
}
