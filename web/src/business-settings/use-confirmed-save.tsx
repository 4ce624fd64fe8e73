import type {
  BusinessSettingsInput,
  BusinessSettingsReply,
} from '@curbwrench/contract/business/schemas';
import { useState, type ReactNode } from 'react';
import { ApiError, getErrorMessage } from '../api/api-error.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { useSaveBusinessSettings } from './queries.ts';

/** Settings that were refused because open appointments don't fit the new booking rules. */
interface RefusedSettings {
  readonly message: string;
  readonly body: BusinessSettingsInput;
}

interface ConfirmedSaveOptions {
  onSaved: (saved: BusinessSettingsReply) => void;
  /** Called with the server's message if it still refuses the settings after the confirmation. */
  onRefused: (message: string) => void;
}

interface ConfirmedSave {
  /** Saves the settings, or asks for confirmation first; throws any other refusal. */
  readonly send: (body: BusinessSettingsInput) => Promise<void>;
  /** The dialog that asks for confirmation, or null. */
  readonly confirmDialog: ReactNode;
}

/** Saves settings, and asks for confirmation first if open appointments don't fit the new booking rules. */
export function useConfirmedSave({ onSaved, onRefused }: ConfirmedSaveOptions): ConfirmedSave {
  const save = useSaveBusinessSettings();
  const [refusedSettings, setRefusedSettings] = useState<RefusedSettings | null>(null);

  async function send(body: BusinessSettingsInput) {
    try {
      onSaved(await save.mutateAsync(body));
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'appointments_outside') throw error;
      setRefusedSettings({ message: error.serverMessage, body });
    }
  }

  async function confirm(body: BusinessSettingsInput) {
    try {
      const saved = await save.mutateAsync({ ...body, confirmOutside: true });
      setRefusedSettings(null);
      onSaved(saved);
    } catch (error) {
      setRefusedSettings(null);
      onRefused(getErrorMessage(error));
    }
  }

  return {
    send,
    confirmDialog: refusedSettings && (
      <ConfirmDialog
        title="Save these booking rules?"
        description={refusedSettings.message}
        action="Save rules"
        variant="primary"
        cancel="Go back"
        pending={save.isPending}
        pendingLabel="Saving..."
        onConfirm={() => void confirm(refusedSettings.body)}
        onClose={() => setRefusedSettings(null)}
      />
    ),
  };
}
