import type { BusinessSettingsInput } from '@curbwrench/contract/business/schemas';
import type { UseFormReturn } from 'react-hook-form';
import type { SettingsForm } from './settings-form.ts';

/** The form of the settings, as its parts get it. */
export type SettingsFields = UseFormReturn<SettingsForm, unknown, BusinessSettingsInput>;
