import type { MergePreview } from '@curbwrench/contract/customers/merge-schemas';
import type { CustomerRecord } from '@curbwrench/contract/customers/schemas';
import { displayDate } from '@curbwrench/contract/fields/calendar';
import { ArrowUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { useBusiness } from '../business/queries.ts';
import { dateIn } from '../lib/business-time.ts';
import { getFullName } from '../lib/people.ts';
import { Button } from '../ui/button.tsx';
import { Callout } from '../ui/callout.tsx';
import { PhoneText } from '../ui/phone-text.tsx';

interface MergePreviewViewProps {
  preview: MergePreview;
  onSwap: () => void;
}

/** Shows which record is kept and how it will look, what moves to it, and why merging is refused. */
export function MergePreviewView({ preview, onSwap }: MergePreviewViewProps) {
  const { kept, removed, problems } = preview;
  return (
    <div className="grid gap-5">
      {problems.length > 0 && (
        <Callout tone="alert" title="These customers can't be merged.">
          {problems.map((problem) => (
            <p key={problem}>{problem}</p>
          ))}
        </Callout>
      )}
      <div className="grid gap-3 sm:grid-cols-2">
        <RecordCard label="Record to keep" record={kept} />
        <RecordCard label="Record to remove" record={removed} />
      </div>
      {!kept.hasAccount && !removed.hasAccount && (
        <Button
          size="sm"
          className="justify-self-start"
          icon={<ArrowUpDown className="size-4" aria-hidden />}
          onClick={onSwap}
        >
          Swap records
        </Button>
      )}
      {problems.length === 0 && <Result preview={preview} />}
    </div>
  );
}

function Result({ preview: { removed, result, moves } }: Pick<MergePreviewViewProps, 'preview'>) {
  const phones = [result.phone, ...result.otherPhones].filter((phone) => phone !== null);
  return (
    <section aria-labelledby="merge-result">
      <h3 id="merge-result" className="mb-2 text-lg font-semibold">
        After merging
      </h3>
      <dl className="grid gap-x-4 gap-y-0.5 sm:gap-y-2 sm:grid-cols-[8rem_minmax(0,1fr)]">
        <Detail label="Name">{getFullName(result)}</Detail>
        <Detail label="Phone">
          {phones.length > 0 && <span className="figures">{phones.join(', ')}</span>}
        </Detail>
        <Detail label="Email">{result.email}</Detail>
        <Detail label="Addresses">
          {result.addresses.map((address) => (
            <span key={address} className="block">
              {address}
            </span>
          ))}
        </Detail>
        <Detail label="Office notes">
          {result.notes !== null && <span className="whitespace-pre-line">{result.notes}</span>}
        </Detail>
        <Detail label={`Moved from ${getFullName(removed)}`}>{listMoves(moves)}</Detail>
      </dl>
    </section>
  );
}

function RecordCard({ label, record }: { label: string; record: CustomerRecord }) {
  const { timeZone } = useBusiness();
  return (
    <section aria-label={label} className="rounded-md border border-line p-3.5">
      <p className="text-sm text-ink-soft">{label}</p>
      <p className="font-semibold wrap-anywhere">{getFullName(record)}</p>
      <p className="text-sm wrap-anywhere text-ink-soft">
        {record.hasAccount ? 'Has an account' : 'No account'} · Customer since{' '}
        {displayDate(dateIn(timeZone, record.createdAt))}
      </p>
      <p className="figures text-sm wrap-anywhere text-ink-soft">
        <PhoneText>{[record.phone, record.email].filter(Boolean).join(', ')}</PhoneText>
      </p>
    </section>
  );
}

function Detail({ label, children }: { label: string; children: ReactNode }) {
  const isEmpty =
    children === null || children === false || (Array.isArray(children) && children.length === 0);
  return (
    <>
      <dt className="text-sm text-ink-soft sm:pt-0.5">{label}</dt>
      <dd className="wrap-anywhere max-sm:mb-2">
        {isEmpty ? <span className="text-ink-soft">None</span> : children}
      </dd>
    </>
  );
}

/** Lists what moves: '2 vehicles, 1 appointment'. */
function listMoves(moves: MergePreview['moves']): string {
  const nouns: readonly [number, string][] = [
    [moves.vehicles, 'vehicle'],
    [moves.appointments, 'appointment'],
    [moves.payments, 'payment'],
    [moves.plans, 'plan'],
    [moves.messages, 'message'],
  ];
  const parts = nouns
    .filter(([count]) => count > 0)
    .map(([count, noun]) => `${count} ${noun}${count === 1 ? '' : 's'}`);
  return parts.length === 0 ? 'No vehicles, appointments, or payments' : parts.join(', ');
}
