import { isOfficeRole } from '@curbwrench/contract/people/roles';
import { vehicleLimits } from '@curbwrench/contract/vehicles/schemas';
import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { useSignedInUser } from '../session/queries.ts';
import { Field } from '../ui/field.tsx';
import { SuggestingInput } from '../ui/suggesting-input.tsx';
import { suggestMakes, suggestModels } from './model-suggestions.ts';
import { knownMakesQuery } from './queries.ts';

interface NameFieldProps extends Pick<
  ComponentProps<typeof SuggestingInput>,
  'name' | 'ref' | 'onBlur' | 'value'
> {
  error: string | undefined;
  onChange: (text: string) => void;
}

/** Renders the field for a vehicle's make, which suggests makes. */
export function MakeField({ error, onChange, ...field }: NameFieldProps) {
  const knownMakes = useKnownMakes();
  return (
    <Field label="Make" error={error}>
      {(control) => (
        <SuggestingInput
          {...control}
          {...field}
          suggestions={suggestMakes(field.value, knownMakes)}
          maxLength={vehicleLimits.make}
          onValueChange={onChange}
        />
      )}
    </Field>
  );
}

/** Renders the field for a vehicle's model, which suggests the make's models. */
export function ModelField({ make, error, onChange, ...field }: NameFieldProps & { make: string }) {
  const knownMakes = useKnownMakes();
  return (
    <Field label="Model" error={error}>
      {(control) => (
        <SuggestingInput
          {...control}
          {...field}
          suggestions={suggestModels(make, field.value, knownMakes)}
          maxLength={vehicleLimits.model}
          onValueChange={onChange}
        />
      )}
    </Field>
  );
}

/** Returns the customers' makes and models for the office; customers don't see what others drive. */
function useKnownMakes() {
  const { role } = useSignedInUser();
  return useQuery({ ...knownMakesQuery, enabled: isOfficeRole(role) }).data ?? [];
}
