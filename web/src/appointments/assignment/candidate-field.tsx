import type { Candidate } from '@curbwrench/contract/appointments/schemas';
import { mechanicStatusLabels } from '@curbwrench/contract/people/roles';
import { Check } from 'lucide-react';
import { fullNameOf } from '../../lib/people.ts';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { Switch } from '../../ui/switch.tsx';
import { countHiddenFree, listedCandidates } from './listed-candidates.ts';

interface CandidateFieldProps {
  candidates: readonly Candidate[];
  everyone: boolean;
  /** Whether the job is on a later day: the mechanics' current status does not matter then. */
  isLater: boolean;
  onEveryoneChange: (everyone: boolean) => void;
  chosen: Candidate | undefined;
  onChoose: (mechanicId: string) => void;
  /** Why the last attempt failed; the server names what is in the way. */
  error: string | undefined;
}

/**
 * Offers the mechanics who could take an appointment: the best first, each with its reasons; one who is
 * not free at that time is listed, disabled, with what is in the way.
 */
export function CandidateField({
  candidates,
  everyone,
  isLater,
  onEveryoneChange,
  chosen,
  onChoose,
  error,
}: CandidateFieldProps) {
  const offered = listedCandidates(candidates, everyone, isLater);
  const hidden = countHiddenFree(candidates);
  return (
    <div className="flex flex-col gap-2">
      <Field
        label="Mechanic"
        hint={chosen && !error && <Reasons candidate={chosen} />}
        error={error}
      >
        {(control) => (
          <Select
            {...control}
            placeholder="Select a mechanic"
            value={chosen?.mechanic.id ?? ''}
            onChange={(event) => onChoose(event.target.value)}
          >
            {!offered.some((one) => one.free) && (
              <option value="none" disabled>
                No available mechanics
              </option>
            )}
            {offered.map((one) => (
              <option key={one.mechanic.id} value={one.mechanic.id} disabled={!one.free}>
                {offerText(one, isLater)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {!isLater && (
        <Switch
          checked={everyone}
          onCheckedChange={onEveryoneChange}
          label={
            <span className="font-normal">
              Show mechanics who are off or busy now
              {!everyone && hidden > 0 && (
                <span className="figures text-ink-soft"> ({hidden} more)</span>
              )}
            </span>
          }
        />
      )}
    </div>
  );
}

/** Returns 'Elena Ruiz – Free 10:00 AM to 11:30 AM, Has the brakes skill'. */
function offerText({ mechanic, status, reasons }: Candidate, isLater: boolean): string {
  const now = isLater || status === 'available' ? [] : [`${mechanicStatusLabels[status]} now`];
  const why = [...now, ...reasons].join(', ');
  return why ? `${fullNameOf(mechanic)} – ${why}` : fullNameOf(mechanic);
}

function Reasons({ candidate }: { candidate: Candidate }) {
  return (
    <span className="flex flex-col gap-0.5">
      {candidate.reasons.map((reason) => (
        <span key={reason} className="flex items-start gap-1.5">
          <Check className="mt-0.5 size-4 shrink-0 text-done" aria-hidden />
          {reason}
        </span>
      ))}
    </span>
  );
}
