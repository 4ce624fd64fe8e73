import { isSearchable } from '@curbwrench/contract/fields/search-text';
import type { MergePreview } from '@curbwrench/contract/customers/merge-schemas';
import type { Customer, CustomerRecord } from '@curbwrench/contract/customers/schemas';
import { textLimits } from '@curbwrench/contract/fields/text-limits';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useDeferredValue, useId, useState } from 'react';
import { getErrorMessage } from '../api/api-error.ts';
import { getFullName } from '../lib/people.ts';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { SearchInput } from '../ui/search-input.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { TableSkeleton } from '../ui/table-skeleton.tsx';
import { showToast } from '../ui/toast-store.ts';
import { FormProblem } from '../forms/form-problem.tsx';
import { CustomerChoices } from './customer-choices.tsx';
import { MergePreviewView } from './merge-preview.tsx';
import { mergePreviewQuery, useCustomerSearch, useMergeCustomers } from './queries.ts';
import { ShortSearchHint } from '../forms/short-search-hint.tsx';

interface MergeDialogProps {
  customer: CustomerRecord;
  /** The other record; if undefined, it is chosen in the dialog. */
  other?: Customer;
  onClose: () => void;
}

/** Which of the two records is kept, and which is removed. */
interface Pair {
  readonly keptId: string;
  readonly removedId: string;
}

/** Merges two records of the same customer: choose the other record, review the result, confirm. */
export function MergeDialog({ customer, other: initialOther, onClose }: MergeDialogProps) {
  const [pair, setPair] = useState(initialOther ? toPair(customer, initialOther) : null);
  if (pair === null) {
    return (
      <ChooseDialog
        customer={customer}
        onClose={onClose}
        onChoose={(other) => setPair(toPair(customer, other))}
      />
    );
  }
  return (
    <PreviewDialog
      pair={pair}
      onSwap={() => setPair({ keptId: pair.removedId, removedId: pair.keptId })}
      onBack={() => setPair(null)}
      onClose={onClose}
    />
  );
}

/** Keeps the customer's own record, unless only the other one has an account, which has to be kept. */
function toPair(customer: CustomerRecord, other: Customer): Pair {
  return other.hasAccount && !customer.hasAccount
    ? { keptId: other.id, removedId: customer.id }
    : { keptId: customer.id, removedId: other.id };
}

interface ChooseDialogProps extends Omit<MergeDialogProps, 'other'> {
  onChoose: (other: Customer) => void;
}

function ChooseDialog({ customer, onClose, onChoose }: ChooseDialogProps) {
  const id = useId();
  const [search, setSearch] = useState('');
  const text = search.trim();
  const query = useCustomerSearch(useDeferredValue(text));
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Merge ${getFullName(customer)}`}
      description="Choose the other record for this customer."
      footer={<Button onClick={onClose}>Cancel</Button>}
    >
      <div className="grid gap-3">
        <label htmlFor={id} className="font-semibold">
          Other customer
        </label>
        <SearchInput
          id={id}
          placeholder="Name, phone, email, or plate"
          maxLength={textLimits.search}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
        <ShortSearchHint text={text} className="text-ink-soft" />
        {isSearchable(text) && (
          <Loaded
            query={query}
            skeleton={<Skeleton className="h-11" />}
            failure="We couldn't load the customers."
            getCause={getErrorMessage}
          >
            {(matches) => {
              const others = matches.filter((other) => other.id !== customer.id);
              return others.length === 0 ? (
                <p className="text-ink-soft">No other customers match.</p>
              ) : (
                <CustomerChoices
                  customers={others}
                  onChoose={onChoose}
                  className="overflow-hidden rounded-md border border-line"
                />
              );
            }}
          </Loaded>
        )}
      </div>
    </Dialog>
  );
}

interface PreviewDialogProps {
  pair: Pair;
  onSwap: () => void;
  onBack: () => void;
  onClose: () => void;
}

function PreviewDialog({ pair, onSwap, onBack, onClose }: PreviewDialogProps) {
  // The preview to confirm, frozen so that live events can't change it.
  const [frozenPreview, setFrozenPreview] = useState<MergePreview | null>(null);
  const query = useQuery({
    ...mergePreviewQuery(pair.keptId, pair.removedId),
    // The live event about the merge may arrive before the response, when the removed record no longer exists.
    enabled: frozenPreview === null,
  });
  if (frozenPreview) {
    return (
      <ConfirmMerge
        preview={frozenPreview}
        onBack={() => setFrozenPreview(null)}
        onClose={onClose}
      />
    );
  }
  const preview = query.data;
  return (
    <Dialog
      open
      wide
      onOpenChange={onClose}
      title="Merge customers"
      footer={
        <>
          <Button onClick={onBack}>Back</Button>
          <Button
            variant="primary"
            disabledReason={getDisabledReason(preview)}
            onClick={() => setFrozenPreview(preview ?? null)}
          >
            Continue
          </Button>
        </>
      }
    >
      <Loaded
        query={query}
        skeleton={<TableSkeleton rows={5} />}
        failure="We couldn't load the preview."
        getCause={getErrorMessage}
      >
        {(loaded) => <MergePreviewView preview={loaded} onSwap={onSwap} />}
      </Loaded>
    </Dialog>
  );
}

function getDisabledReason(preview: MergePreview | undefined): string | null {
  if (!preview) return 'The preview is loading.';
  return preview.problems.length > 0 ? "These customers can't be merged." : null;
}

interface ConfirmMergeProps {
  preview: MergePreview;
  onBack: () => void;
  onClose: () => void;
}

function ConfirmMerge({ preview: { kept, removed }, onBack, onClose }: ConfirmMergeProps) {
  const navigate = useNavigate();
  const merge = useMergeCustomers(kept.id);
  const [keptName, removedName] = [getFullName(kept), getFullName(removed)];
  const confirm = () =>
    merge.mutate(
      { otherId: removed.id, version: kept.version, otherVersion: removed.version },
      {
        onSuccess: () => {
          showToast({
            title: 'Customers merged',
            description: `${removedName} was merged into ${keptName}.`,
          });
          onClose();
          void navigate({ to: paths.customer, params: { id: kept.id }, replace: true });
        },
      },
    );
  return (
    <ConfirmDialog
      title={`Merge ${removedName} into ${keptName}?`}
      action="Merge"
      pendingLabel="Merging..."
      pending={merge.isPending}
      cancel="Back"
      onConfirm={confirm}
      onClose={onBack}
    >
      <div className="grid gap-4">
        <FormProblem>{merge.error ? getErrorMessage(merge.error) : undefined}</FormProblem>
        <p>
          Everything that belongs to {removedName} moves to {keptName}, and {removedName}'s record
          is removed. This can't be undone.
        </p>
      </div>
    </ConfirmDialog>
  );
}
